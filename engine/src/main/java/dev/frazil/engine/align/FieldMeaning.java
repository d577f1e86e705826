package dev.frazil.engine.align;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.schema.ExtensionTypes;
import dev.frazil.engine.schema.GeospatialType;
import dev.frazil.engine.schema.VariantType;

/// Whether values of one field can mean what those of another do. The same bytes need not: a
/// decimal's are how a file stores it, and extension types say more than their storage.
final class FieldMeaning {
  private FieldMeaning() {}

  /// Refuses other meanings, types aside that have no cast.
  ///
  /// @throws SchemaException naming the column and both types
  static void require(ArrowField from, ArrowField to, String path) {
    if (!extension(from).equals(extension(to)) || !parameters(from).equals(parameters(to))) {
      ExtensionTypes.requireKnown(from, path);
    }
    boolean bool = to.type() instanceof ArrowType.Bool || to.bool8();
    if (isStorage(from, to) || (from.bool8() && !bool)) {
      throw refused(from, to, path);
    }
    requireVariants(from, to, path);
    requireGeometries(from, to, path);
  }

  /// Casts to what Parquet stores are the file's to make.
  private static boolean isStorage(ArrowField from, ArrowField to) {
    return switch (from.type()) {
      case ArrowType.Decimal _, ArrowType.FloatingPoint _, ArrowType.Interval _ ->
          to.type() instanceof ArrowType.FixedSizeBinary;
      case ArrowType.Duration _ -> to.type() instanceof ArrowType.Int;
      default -> false;
    };
  }

  private static void requireVariants(ArrowField from, ArrowField to, String path) {
    if (VariantType.matches(from) != VariantType.matches(to)) {
      throw refused(from, to, path);
    }
    if (VariantType.matches(from)) {
      VariantType.of(from, path);
    }
  }

  /// Well-known binary is geometry only where it says so, with the target's reference system and
  /// edges; as plain bytes it may be written all the same.
  private static void requireGeometries(ArrowField from, ArrowField to, String path) {
    if (!GeospatialType.matches(to)) {
      return;
    }
    boolean same = GeospatialType.matches(from) && GeospatialType.interchangeable(from, to, path);
    if (!same) {
      throw refused(from, to, path);
    }
  }

  static SchemaException refused(ArrowField from, ArrowField to, String path) {
    return new SchemaException(
        "align: %s: expected %s, got %s".formatted(path, describe(to), describe(from)));
  }

  private static String describe(ArrowField field) {
    String extension = extension(field);
    return extension.isEmpty()
        ? field.type().toString()
        : (extension + " " + parameters(field)).strip() + " over " + field.type();
  }

  private static String extension(ArrowField field) {
    return field.metadata().getOrDefault(ArrowField.EXTENSION_NAME, "");
  }

  private static String parameters(ArrowField field) {
    return field.metadata().getOrDefault(ArrowField.EXTENSION_METADATA, "");
  }
}
