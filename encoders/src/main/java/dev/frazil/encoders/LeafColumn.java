package dev.frazil.encoders;

import java.util.List;

/// One leaf of a Parquet schema as the encoders need it.
///
/// @param path names from below the root to the leaf, never joined, at least one
/// @param type the physical type
/// @param typeLength bytes of a value for FIXED_LEN_BYTE_ARRAY (at least 1), 0 for every other type
/// @param maxDefinitionLevel 0 for a required leaf, 1 for an optional one
/// @param order the order of its bounds
public record LeafColumn(
    List<String> path,
    PhysicalType type,
    int typeLength,
    int maxDefinitionLevel,
    ValueOrder order) {

  /// Checks the combination of type, length, level and order.
  ///
  /// @throws IllegalArgumentException if the parts do not belong together
  public LeafColumn {
    path = List.copyOf(path);
    if (path.isEmpty()) {
      throw new IllegalArgumentException("path: expected at least one name, got none");
    }
    boolean fixed = type == PhysicalType.FIXED_LEN_BYTE_ARRAY;
    if (fixed ? typeLength < 1 : typeLength != 0) {
      throw new IllegalArgumentException(
          "type length: %s: expected %s, got %d"
              .formatted(String.join(".", path), fixed ? "at least 1" : "0", typeLength));
    }
    if (maxDefinitionLevel < 0 || maxDefinitionLevel > 1) {
      throw new IllegalArgumentException(
          "definition level: %s: expected 0 or 1, got %d"
              .formatted(String.join(".", path), maxDefinitionLevel));
    }
    if (!orders(type, order) || (order == ValueOrder.UUID && typeLength != 16)) {
      throw new IllegalArgumentException(
          "order: %s: %s has no order %s".formatted(String.join(".", path), type, order));
    }
  }

  private static boolean orders(PhysicalType type, ValueOrder order) {
    return switch (type) {
      case BOOLEAN -> order == ValueOrder.SIGNED;
      case INT32, INT64 -> order == ValueOrder.SIGNED || order == ValueOrder.UNSIGNED;
      case FLOAT, DOUBLE -> order == ValueOrder.FLOATING_POINT;
      case BYTE_ARRAY -> order == ValueOrder.LEXICOGRAPHIC;
      case FIXED_LEN_BYTE_ARRAY ->
          order == ValueOrder.LEXICOGRAPHIC
              || order == ValueOrder.UUID
              || order == ValueOrder.SIGNED_BIG_ENDIAN;
    };
  }

  /// The path joined by dots: for messages, never for lookup.
  ///
  /// @return the display form of the path
  public String displayName() {
    return String.join(".", path);
  }

  /// Whether the leaf can be null.
  ///
  /// @return true when there is a definition level
  public boolean optional() {
    return maxDefinitionLevel > 0;
  }
}
