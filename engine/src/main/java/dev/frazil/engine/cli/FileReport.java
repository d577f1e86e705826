package dev.frazil.engine.cli;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.file.BoundText;
import dev.frazil.engine.file.ColumnIndex;
import dev.frazil.engine.file.FileMetadata;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What `inspect` prints for machines: everything the footer of a file says, null where it says
/// nothing.
///
/// @param path the file
/// @param bytes its length
/// @param formatVersion version of the format that the footer states
/// @param createdBy the writer
/// @param rows rows of the file
/// @param schema the fields below the root, each group before its members
/// @param keyValueMetadata key-value pairs
/// @param rowGroups the row groups in order
record FileReport(
    String path,
    long bytes,
    int formatVersion,
    @Nullable String createdBy,
    long rows,
    List<Field> schema,
    Map<String, String> keyValueMetadata,
    List<RowGroup> rowGroups) {

  /// A field of the schema.
  ///
  /// @param path names from below the root
  /// @param repetition REQUIRED, OPTIONAL or REPEATED
  /// @param type physical type; null for a group
  /// @param typeLength bytes of a FIXED_LEN_BYTE_ARRAY
  /// @param annotation logical type with its parameters
  /// @param fieldId field id
  record Field(
      List<String> path,
      String repetition,
      @Nullable String type,
      @Nullable Integer typeLength,
      @Nullable String annotation,
      @Nullable Integer fieldId) {

    private static Field of(FileMetadata.Field field) {
      FileMetadata.Type type = field.type();
      return new Field(
          field.path(),
          field.repetition().name(),
          type == null ? null : type.name(),
          field.typeLength() == 0 ? null : field.typeLength(),
          field.annotation(),
          boxed(field.fieldId()));
    }
  }

  /// A row group.
  ///
  /// @param offset where it starts in the file
  /// @param rows its rows
  /// @param compressedSize bytes of its chunks
  /// @param uncompressedSize the same before compression
  /// @param columns its chunks
  record RowGroup(
      long offset, long rows, long compressedSize, long uncompressedSize, List<Chunk> columns) {

    private static RowGroup of(
        FileMetadata.RowGroup group, Map<FileMetadata.ColumnChunk, ChunkPages> pages) {
      return new RowGroup(
          group.offset(),
          group.rowCount(),
          group.compressedSize(),
          group.uncompressedSize(),
          group.chunks().stream().map(chunk -> Chunk.of(chunk, pages.get(chunk))).toList());
    }
  }

  /// A column chunk.
  ///
  /// @param path names from below the root to the leaf
  /// @param codec codec of its pages
  /// @param encodings encodings of its pages
  /// @param values slots, nulls included
  /// @param compressedSize bytes of its pages
  /// @param uncompressedSize the same before compression
  /// @param dataPageOffset where its first data page starts
  /// @param dictionaryPageOffset where its dictionary page starts
  /// @param dataPages its data pages
  /// @param statistics counts and bounds
  /// @param boundaryOrder how the bounds of its pages compare; only with `--pages`
  /// @param bloomFilterSize bytes of its bloom filter; only with `--pages`
  /// @param pages its pages; only with `--pages`
  record Chunk(
      List<String> path,
      String codec,
      List<String> encodings,
      long values,
      long compressedSize,
      long uncompressedSize,
      long dataPageOffset,
      @Nullable Long dictionaryPageOffset,
      @Nullable Integer dataPages,
      @Nullable Statistics statistics,
      @Nullable String boundaryOrder,
      @Nullable Integer bloomFilterSize,
      @Nullable List<PageReport> pages) {

    private static Chunk of(FileMetadata.ColumnChunk chunk, @Nullable ChunkPages pages) {
      ColumnIndex index = pages == null ? null : pages.columnIndex();
      FileMetadata.Statistics statistics = chunk.statistics();
      return new Chunk(
          chunk.leaf().path(),
          chunk.codec(),
          chunk.encodings(),
          chunk.valueCount(),
          chunk.compressedSize(),
          chunk.uncompressedSize(),
          chunk.dataPageOffset(),
          boxed(chunk.dictionaryPageOffset()),
          boxed(chunk.dataPages()),
          statistics == null ? null : Statistics.of(chunk.leaf(), statistics),
          index == null ? null : index.boundaryOrder().name(),
          pages == null ? null : boxed(pages.bloomFilterBytes()),
          pages == null ? null : PageReport.of(chunk.leaf(), pages));
    }
  }

  /// Statistics of a column chunk.
  ///
  /// @param nulls slots without a value
  /// @param nans values that are NaN
  /// @param distinct different values
  /// @param min smallest value as text
  /// @param max largest value as text
  /// @param minBytes smallest value in PLAIN layout, hexadecimal
  /// @param maxBytes largest value in PLAIN layout, hexadecimal
  /// @param minExact whether the footer says that the minimum is a value of the chunk
  /// @param maxExact whether the footer says that the maximum is a value of the chunk
  record Statistics(
      @Nullable Long nulls,
      @Nullable Long nans,
      @Nullable Long distinct,
      @Nullable String min,
      @Nullable String max,
      @Nullable String minBytes,
      @Nullable String maxBytes,
      boolean minExact,
      boolean maxExact) {

    private static Statistics of(FileMetadata.Field leaf, FileMetadata.Statistics statistics) {
      Bounds bounds = statistics.bounds();
      return new Statistics(
          boxed(statistics.nullCount()),
          boxed(statistics.nanCount()),
          boxed(statistics.distinctCount()),
          bounds == null ? null : BoundText.of(leaf, bounds.min()),
          bounds == null ? null : BoundText.of(leaf, bounds.max()),
          bounds == null ? null : HexFormat.of().formatHex(bounds.min()),
          bounds == null ? null : HexFormat.of().formatHex(bounds.max()),
          statistics.minExact(),
          statistics.maxExact());
    }
  }

  /// The report of a file.
  ///
  /// @param path the file
  /// @param file its footer
  /// @param pages the pages of each chunk, or of none
  /// @return the report
  static FileReport of(
      String path, FileMetadata file, Map<FileMetadata.ColumnChunk, ChunkPages> pages) {
    return new FileReport(
        path,
        file.length(),
        file.version(),
        file.createdBy(),
        file.rowCount(),
        file.schema().stream().map(Field::of).toList(),
        file.keyValueMetadata(),
        file.rowGroups().stream().map(group -> RowGroup.of(group, pages)).toList());
  }

  private static @Nullable Integer boxed(OptionalInt value) {
    return value.isPresent() ? value.getAsInt() : null;
  }

  private static @Nullable Long boxed(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
