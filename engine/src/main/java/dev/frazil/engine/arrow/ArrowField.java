package dev.frazil.engine.arrow;

import dev.frazil.engine.SchemaException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A named column of an Arrow schema. Immutable.
///
/// @param name its name, perhaps empty
/// @param type the type of its values; for a dictionary-encoded column the type of the dictionary
/// @param nullable whether values may be missing
/// @param metadata key-value pairs of the field
/// @param indexType the type of the indices when the column is dictionary-encoded, else null
/// @param children the fields of the columns below this one, or below the dictionary; empty for
///   types that have none
public record ArrowField(
    String name,
    ArrowType type,
    boolean nullable,
    Map<String, String> metadata,
    ArrowType.@Nullable Int indexType,
    List<ArrowField> children) {
  /// Metadata key of the Parquet field id.
  public static final String FIELD_ID = "PARQUET:field_id";

  /// Metadata key of an extension type's name.
  public static final String EXTENSION_NAME = "ARROW:extension:name";

  /// Metadata key of an extension type's parameters.
  public static final String EXTENSION_METADATA = "ARROW:extension:metadata";

  /// The extension name of UUIDs, over fixed_size_binary(16).
  public static final String UUID_EXTENSION = "arrow.uuid";

  /// The extension name of booleans in int8, of which 0 is false and every other number true.
  public static final String BOOL8_EXTENSION = "arrow.bool8";

  /// Copies the metadata and the children. Written out because javac does not carry the nullness of
  /// a compact constructor's parameters into the class file.
  ///
  /// @param name its name, perhaps empty
  /// @param type the type of its values; for a dictionary-encoded column the type of the dictionary
  /// @param nullable whether values may be missing
  /// @param metadata key-value pairs of the field
  /// @param indexType the type of the indices when the column is dictionary-encoded, else null
  /// @param children the fields of the columns below this one
  public ArrowField(
      String name,
      ArrowType type,
      boolean nullable,
      Map<String, String> metadata,
      ArrowType.@Nullable Int indexType,
      List<ArrowField> children) {
    this.name = name;
    this.type = type;
    this.nullable = nullable;
    this.metadata = Map.copyOf(metadata);
    this.indexType = indexType;
    this.children = List.copyOf(children);
  }

  /// A column without children.
  ///
  /// @param name its name, perhaps empty
  /// @param type the type of its values; for a dictionary-encoded column the type of the dictionary
  /// @param nullable whether values may be missing
  /// @param metadata key-value pairs of the field
  /// @param indexType the type of the indices when the column is dictionary-encoded, else null
  public ArrowField(
      String name,
      ArrowType type,
      boolean nullable,
      Map<String, String> metadata,
      ArrowType.@Nullable Int indexType) {
    this(name, type, nullable, metadata, indexType, List.of());
  }

  /// A nested column without metadata.
  ///
  /// @param name its name
  /// @param type its type
  /// @param nullable whether values may be missing
  /// @param children the fields of the columns below this one
  public ArrowField(String name, ArrowType type, boolean nullable, List<ArrowField> children) {
    this(name, type, nullable, Map.of(), null, children);
  }

  /// A plain column without metadata.
  ///
  /// @param name its name
  /// @param type its type
  /// @param nullable whether values may be missing
  public ArrowField(String name, ArrowType type, boolean nullable) {
    this(name, type, nullable, Map.of(), null);
  }

  /// The field id from the metadata.
  ///
  /// @return the id, or empty when the field has none
  /// @throws SchemaException if the metadata holds something that is not a 32-bit integer
  public OptionalInt fieldId() {
    String text = metadata.get(FIELD_ID);
    if (text == null) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(Integer.parseInt(text.strip()));
    } catch (NumberFormatException e) {
      throw new SchemaException(
          "%s: %s: expected a 32-bit integer, got '%s'".formatted(FIELD_ID, name, text), e);
    }
  }

  /// Whether the column holds UUIDs.
  ///
  /// @return true for fixed_size_binary(16) with the uuid extension
  public boolean uuid() {
    return type.equals(new ArrowType.FixedSizeBinary(16))
        && UUID_EXTENSION.equals(metadata.get(EXTENSION_NAME));
  }

  /// Whether the column holds booleans of 8 bits.
  ///
  /// @return true for int8 with the bool8 extension
  public boolean bool8() {
    return type.equals(new ArrowType.Int(Byte.SIZE, true))
        && BOOL8_EXTENSION.equals(metadata.get(EXTENSION_NAME));
  }
}
