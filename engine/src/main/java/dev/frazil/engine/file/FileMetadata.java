package dev.frazil.engine.file;

import dev.frazil.encoders.Bounds;
import dev.frazil.engine.schema.LogicalType;
import java.io.IOException;
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
  /// @param fieldId the field id, or empty
  public record Field(
      List<String> path,
      Repetition repetition,
      @Nullable Type type,
      int typeLength,
      @Nullable LogicalType logicalType,
      @Nullable String annotation,
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
  /// @param uncompressedSize bytes of its chunks before compression
  /// @param chunks one a leaf of the schema, in its order
  public record RowGroup(
      long offset,
      long rowCount,
      long compressedSize,
      long uncompressedSize,
      List<ColumnChunk> chunks) {
    /// Copies the list.
    public RowGroup {
      chunks = List.copyOf(chunks);
    }
  }

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
      @Nullable Statistics statistics) {
    /// Copies the list.
    public ColumnChunk {
      encodings = List.copyOf(encodings);
    }
  }

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
  public record Statistics(
      OptionalLong nullCount,
      OptionalLong nanCount,
      OptionalLong distinctCount,
      @Nullable Bounds bounds,
      boolean minExact,
      boolean maxExact) {}
}
