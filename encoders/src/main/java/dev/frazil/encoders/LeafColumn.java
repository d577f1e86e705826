package dev.frazil.encoders;

import java.util.List;

/// One leaf of a Parquet schema as the encoders need it.
///
/// @param path names from below the root to the leaf, never joined, at least one
/// @param type the physical type
/// @param typeLength bytes of a value for FIXED_LEN_BYTE_ARRAY (at least 1), 0 for every other type
/// @param maxDefinitionLevel how many optional or repeated fields there are from the root to the
///   leaf, itself included, at most 127
/// @param maxRepetitionLevel how many repeated fields among them
/// @param order the order of its bounds
public record LeafColumn(
    List<String> path,
    PhysicalType type,
    int typeLength,
    int maxDefinitionLevel,
    int maxRepetitionLevel,
    ValueOrder order) {
  /// The deepest definition level that is written.
  public static final int MAX_LEVEL = 127;

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
    if (maxRepetitionLevel < 0
        || maxDefinitionLevel < maxRepetitionLevel
        || maxDefinitionLevel > MAX_LEVEL) {
      throw new IllegalArgumentException(
          "levels: %s: expected 0 <= repetition <= definition <= %d, got %d and %d"
              .formatted(
                  String.join(".", path), MAX_LEVEL, maxRepetitionLevel, maxDefinitionLevel));
    }
    if (!orders(type, typeLength, order)) {
      throw new IllegalArgumentException(
          "order: %s: %s has no order %s".formatted(String.join(".", path), type, order));
    }
  }

  /// A leaf right below the root, not repeated.
  ///
  /// @param path names from below the root to the leaf
  /// @param type the physical type
  /// @param typeLength bytes of a value for FIXED_LEN_BYTE_ARRAY, else 0
  /// @param maxDefinitionLevel 0 for a required leaf, 1 for an optional one
  /// @param order the order of its bounds
  public LeafColumn(
      List<String> path,
      PhysicalType type,
      int typeLength,
      int maxDefinitionLevel,
      ValueOrder order) {
    this(path, type, typeLength, maxDefinitionLevel, 0, order);
  }

  private static boolean orders(PhysicalType type, int typeLength, ValueOrder order) {
    return switch (order) {
      case SIGNED ->
          type == PhysicalType.BOOLEAN || type == PhysicalType.INT32 || type == PhysicalType.INT64;
      case UNSIGNED -> type == PhysicalType.INT32 || type == PhysicalType.INT64;
      case FLOATING_POINT, IEEE_754_TOTAL_ORDER ->
          type == PhysicalType.FLOAT || type == PhysicalType.DOUBLE || typeLength == 2;
      case LEXICOGRAPHIC ->
          type == PhysicalType.BYTE_ARRAY || type == PhysicalType.FIXED_LEN_BYTE_ARRAY;
      case UTF8 -> type == PhysicalType.BYTE_ARRAY;
      case UUID -> typeLength == 16;
      case SIGNED_BIG_ENDIAN -> type == PhysicalType.FIXED_LEN_BYTE_ARRAY;
      case GEOSPATIAL -> type == PhysicalType.BYTE_ARRAY;
      case UNDEFINED -> true;
    };
  }

  /// The path joined by dots: for messages, never for lookup.
  ///
  /// @return the display form of the path
  public String displayName() {
    return path.size() == 1 ? path.getFirst() : String.join(".", path);
  }

  /// Whether slots can lack a value.
  ///
  /// @return true when there is a definition level
  public boolean optional() {
    return maxDefinitionLevel > 0;
  }

  /// Whether a row can have any number of slots.
  ///
  /// @return true when there is a repetition level
  public boolean repeated() {
    return maxRepetitionLevel > 0;
  }

  /// Whether the levels are more than one bit a row.
  ///
  /// @return true for a leaf below a list, a map or an optional struct
  public boolean nested() {
    return maxDefinitionLevel > 1 || maxRepetitionLevel > 0;
  }
}
