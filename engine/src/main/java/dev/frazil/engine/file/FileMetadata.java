package dev.frazil.engine.file;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.schema.LogicalType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What the footer of a Parquet file says, of any writer's file. Immutable.
///
/// @param length bytes of the file
/// @param version version of the format that the footer states
/// @param createdBy the writer, or null when the footer does not say
/// @param rowCount rows of the file
/// @param schema the fields below the root, each group before its members
/// @param keyValueMetadata key-value pairs in the order of the footer; a pair without a value has
///   an empty one
/// @param rowGroups the row groups in order
public record FileMetadata(
    long length,
    int version,
    @Nullable String createdBy,
    long rowCount,
    List<Field> schema,
    Map<String, String> keyValueMetadata,
    List<RowGroup> rowGroups) {

  /// Copies the collections.
  public FileMetadata {
    schema = List.copyOf(schema);
    keyValueMetadata = Collections.unmodifiableMap(new LinkedHashMap<>(keyValueMetadata));
    rowGroups = List.copyOf(rowGroups);
  }

  /// Reads the footer of a file. Nothing else of the file is looked at but its magic numbers.
  ///
  /// @param source the file; stays open
  /// @return what the footer says
  /// @throws IOException if the file cannot be read, is not a Parquet file, is encrypted, or its
  ///   footer contradicts itself; the message names the file
  public static FileMetadata read(ByteSource source) throws IOException {
    return FooterReader.read(source);
  }

  /// How often a field occurs in the field above it.
  public enum Repetition {
    /// Once.
    REQUIRED,
    /// At most once.
    OPTIONAL,
    /// Any number of times.
    REPEATED
  }

  /// Physical types of the format, the deprecated INT96 included.
  public enum Type {
    /// One bit.
    BOOLEAN,
    /// Four bytes.
    INT32,
    /// Eight bytes.
    INT64,
    /// Twelve bytes, deprecated.
    INT96,
    /// Four bytes, IEEE 754.
    FLOAT,
    /// Eight bytes, IEEE 754.
    DOUBLE,
    /// Bytes of any length.
    BYTE_ARRAY,
    /// Bytes of one length.
    FIXED_LEN_BYTE_ARRAY
  }

  /// A field of the schema: a leaf, or a group of fields.
  ///
  /// @param path names from below the root to the field
  /// @param repetition how often it occurs
  /// @param type the physical type, or null for a group
  /// @param typeLength bytes of a FIXED_LEN_BYTE_ARRAY, else 0
  /// @param logicalType the annotation where it is one that Frazil writes, else null
  /// @param annotation any annotation, by its name in the specification with its parameters, else
  ///   null
  /// @param converted whether the footer has the annotation in its older form alone, a
  ///   `ConvertedType`, which cannot say whether a time is adjusted to UTC
  /// @param fieldId the field id, or empty
  public record Field(
      List<String> path,
      Repetition repetition,
      @Nullable Type type,
      int typeLength,
      @Nullable LogicalType logicalType,
      @Nullable String annotation,
      boolean converted,
      OptionalInt fieldId) {
    /// Copies the path.
    public Field {
      path = List.copyOf(path);
    }
  }

  /// A row group.
  ///
  /// @param offset where its first page starts in the file
  /// @param rowCount rows
  /// @param compressedSize bytes of its chunks
  /// @param uncompressedSize `total_byte_size`: bytes of its chunks before compression
  /// @param stated what the footer says beside, which readers can do without
  /// @param chunks one a leaf of the schema, in its order
  public record RowGroup(
      long offset,
      long rowCount,
      long compressedSize,
      long uncompressedSize,
      RowGroupFacts stated,
      List<ColumnChunk> chunks) {
    /// Copies the list.
    public RowGroup {
      chunks = List.copyOf(chunks);
    }
  }

  /// Optional members of a row group as the footer states them, true or not.
  ///
  /// @param fileOffset `file_offset`
  /// @param compressedSize `total_compressed_size`
  /// @param ordinal `ordinal`
  /// @param sortingColumns `sorting_columns`
  public record RowGroupFacts(
      OptionalLong fileOffset,
      OptionalLong compressedSize,
      OptionalInt ordinal,
      List<SortingColumn> sortingColumns) {
    /// Copies the list.
    public RowGroupFacts {
      sortingColumns = List.copyOf(sortingColumns);
    }
  }

  /// A column by which the rows of a row group are sorted.
  ///
  /// @param column the leaf by its position in the schema, from 0
  /// @param descending whether large values come first
  /// @param nullsFirst whether nulls come before all values, rather than after
  public record SortingColumn(int column, boolean descending, boolean nullsFirst) {}

  /// A column chunk.
  ///
  /// @param leaf the leaf it belongs to
  /// @param codec the codec by its name in the specification
  /// @param encodings the encodings by their names in the specification
  /// @param valueCount slots, nulls included
  /// @param compressedSize bytes of its pages with their headers
  /// @param uncompressedSize the same before compression
  /// @param dataPageOffset where the first data page starts in the file
  /// @param dictionaryPageOffset where the dictionary page starts, or empty when there is none
  /// @param dataPages number of data pages, or empty when the footer does not say
  /// @param statistics counts and bounds, or null when the footer has none
  /// @param facts what the footer says beside
  public record ColumnChunk(
      Field leaf,
      String codec,
      List<String> encodings,
      long valueCount,
      long compressedSize,
      long uncompressedSize,
      long dataPageOffset,
      OptionalLong dictionaryPageOffset,
      OptionalInt dataPages,
      @Nullable Statistics statistics,
      ChunkFacts facts) {
    /// Copies the list.
    public ColumnChunk {
      encodings = List.copyOf(encodings);
    }

    /// Where the first page starts. Some writers state a dictionary page behind the data, where
    /// there is none; a chunk of no values may state 0 for its data.
    ///
    /// @return an offset in the file
    public long offset() {
      long dictionary = dictionaryPageOffset.orElse(dataPageOffset);
      return dataPageOffset == 0 ? dictionary : Math.min(dictionary, dataPageOffset);
    }
  }

  /// In which order the bounds of a column were compared (parquet.thrift, `ColumnOrder`).
  public enum BoundsOrder {
    /// The order that the type defines.
    TYPE_DEFINED,
    /// The total order of IEEE 754.
    IEEE_754_TOTAL_ORDER,
    /// One that this version of Frazil does not know, or none.
    UNKNOWN
  }

  /// Members of a column chunk that a reader of its pages can do without.
  ///
  /// @param path `path_in_schema`
  /// @param type `type`
  /// @param order the order of the bounds in the statistics and in the column index
  /// @param pageEncodings `encoding_stats`, or null when there are none
  /// @param columnIndex where the column index is, or null when there is none
  /// @param offsetIndex where the offset index is, or null when there is none
  /// @param bloomFilter where the bloom filter is, or null when there is none
  /// @param sizeStatistics `size_statistics`, or null when there are none
  /// @param geospatialStatistics `geospatial_statistics`, or null when there are none
  public record ChunkFacts(
      List<String> path,
      Type type,
      BoundsOrder order,
      @Nullable List<PageEncoding> pageEncodings,
      @Nullable Extent columnIndex,
      @Nullable Extent offsetIndex,
      @Nullable Extent bloomFilter,
      @Nullable SizeStatistics sizeStatistics,
      @Nullable GeospatialStatistics geospatialStatistics) {
    /// Copies the lists.
    public ChunkFacts {
      path = List.copyOf(path);
      pageEncodings = pageEncodings == null ? null : List.copyOf(pageEncodings);
    }
  }

  /// A range of bytes of the file.
  ///
  /// @param offset where it starts
  /// @param length its bytes, or empty when the footer does not say
  public record Extent(long offset, OptionalInt length) {}

  /// How many pages of a kind a chunk has in an encoding.
  ///
  /// @param kind what the pages hold
  /// @param encoding the encoding by its name in the specification
  /// @param count how many
  public record PageEncoding(PageHeader.Kind kind, String encoding, int count) {}

  /// Statistics of a column chunk. What the footer does not say is empty, never 0.
  ///
  /// @param nullCount slots without a value
  /// @param nanCount values that are NaN
  /// @param distinctCount different values
  /// @param bounds `min_value` and `max_value`, perhaps shortened, in PLAIN layout without a
  ///   length; null unless both are there and the footer says in which known order they were
  ///   compared
  /// @param minExact whether the footer says that the minimum is a value of the chunk
  /// @param maxExact whether the footer says that the maximum is a value of the chunk
  /// @param stated `min_value` and `max_value` whatever their order, each null when it is not there
  /// @param deprecated `min` and `max`, each null when it is not there
  public record Statistics(
      OptionalLong nullCount,
      OptionalLong nanCount,
      OptionalLong distinctCount,
      @Nullable Bounds bounds,
      boolean minExact,
      boolean maxExact,
      StatedBounds stated,
      StatedBounds deprecated) {}

  /// Two bounds in PLAIN layout without a length, read-only.
  ///
  /// @param min the lower one, or null when there is none
  /// @param max the upper one, or null when there is none
  public record StatedBounds(@Nullable ByteBuffer min, @Nullable ByteBuffer max) {
    /// No bounds.
    public static final StatedBounds NONE = new StatedBounds(null, null);
  }

  /// Sizes and levels of a column chunk (parquet.thrift, `SizeStatistics`).
  ///
  /// @param unencodedBytes bytes of all byte arrays, without their lengths
  /// @param repetitionLevels how often each repetition level occurs, from 0; null when not stated
  /// @param definitionLevels how often each definition level occurs, from 0; null when not stated
  public record SizeStatistics(
      OptionalLong unencodedBytes,
      @Nullable List<Long> repetitionLevels,
      @Nullable List<Long> definitionLevels) {}

  /// Shapes in a column chunk (parquet.thrift, `GeospatialStatistics`).
  ///
  /// @param boundingBox the box that holds all of them, or null when not stated
  /// @param types the codes of their types, each once; empty when not stated
  public record GeospatialStatistics(@Nullable BoundingBox boundingBox, List<Integer> types) {
    /// Copies the list.
    public GeospatialStatistics {
      types = List.copyOf(types);
    }
  }

  /// A box around shapes; an axis that is not stated is null.
  ///
  /// @param x from west to east; the range passes the antimeridian when its minimum is larger
  /// @param y from south to north
  /// @param z heights
  /// @param m measures
  public record BoundingBox(Range x, Range y, @Nullable Range z, @Nullable Range m) {}

  /// The ends of an axis.
  ///
  /// @param min the smaller coordinate
  /// @param max the larger coordinate
  public record Range(double min, double max) {}
}
