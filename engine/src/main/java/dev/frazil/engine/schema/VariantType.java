package dev.frazil.engine.schema;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;

/// Unshredded variants in Arrow: the extension type over a struct of required binary `metadata` and
/// `value` (Arrow's canonical extension types, "Parquet Variant"; VariantEncoding.md).
public final class VariantType {
  /// The extension name of variants.
  public static final String EXTENSION = "arrow.parquet.variant";

  /// The member that holds the names of the values' fields.
  public static final String METADATA = "metadata";

  /// The member that holds the values.
  public static final String VALUE = "value";

  /// The version of VariantEncoding.md whose bytes the values have.
  static final int SPECIFICATION_VERSION = 1;

  private VariantType() {}

  /// Whether a field says that it holds variants.
  ///
  /// @param field any field
  /// @return true for one with the extension's name
  public static boolean matches(ArrowField field) {
    return EXTENSION.equals(field.metadata().get(ArrowField.EXTENSION_NAME));
  }

  /// Whether a struct holds variants.
  ///
  /// @param struct a field of type struct
  /// @param path its Parquet path, for messages
  /// @return true for unshredded variants
  /// @throws SchemaException if it says so and is not the storage of unshredded variants
  public static boolean of(ArrowField struct, String path) {
    if (!matches(struct)) {
      return false;
    }
    boolean metadata = false;
    boolean value = false;
    for (ArrowField child : struct.children()) {
      boolean bytes =
          child.type() instanceof ArrowType.Binary || child.type() instanceof ArrowType.BinaryView;
      metadata |= child.name().equals(METADATA) && bytes && !child.nullable();
      value |= child.name().equals(VALUE) && bytes && !child.nullable();
    }
    if (struct.children().size() != 2 || !metadata || !value) {
      throw new SchemaException(
          "variant: %s: expected an unshredded one of required binary metadata and value, got %s"
              .formatted(path, struct.children().stream().map(VariantType::member).toList()));
    }
    return true;
  }

  private static String member(ArrowField child) {
    return "%s: %s%s".formatted(child.name(), child.type(), child.nullable() ? "?" : "");
  }
}
