package dev.frazil.engine.schema;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;

/// Unshredded variants in Arrow: the extension type over a struct of required binary `metadata` and
/// `value` (Arrow's canonical extension types, "Parquet Variant"; VariantEncoding.md).
final class VariantType {
  /// The extension name of variants.
  static final String EXTENSION = "arrow.parquet.variant";

  /// The version of VariantEncoding.md whose bytes the values have.
  static final int SPECIFICATION_VERSION = 1;

  private VariantType() {}

  /// Whether a struct holds variants.
  ///
  /// @param path its Parquet path, for messages
  /// @throws SchemaException if it says so and is not the storage of unshredded variants
  static boolean of(ArrowField struct, String path) {
    if (!EXTENSION.equals(struct.metadata().get(ArrowField.EXTENSION_NAME))) {
      return false;
    }
    boolean metadata = false;
    boolean value = false;
    for (ArrowField child : struct.children()) {
      boolean bytes =
          child.type() instanceof ArrowType.Binary || child.type() instanceof ArrowType.BinaryView;
      metadata |= child.name().equals("metadata") && bytes && !child.nullable();
      value |= child.name().equals("value") && bytes && !child.nullable();
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
