package dev.frazil.fuzz.registry;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.util.List;

/// What stands between a row and the leaf of a cell. Members that are not the leaf are named `aux`.
public enum Shape {
  /// Nothing.
  FLAT,
  /// A struct.
  STRUCT,
  /// A struct in a struct.
  STRUCT_OF_STRUCT,
  /// A list.
  LIST,
  /// A list with 64-bit offsets.
  LARGE_LIST,
  /// A list of elements in any order.
  LIST_VIEW,
  /// The same with 64-bit offsets and sizes.
  LARGE_LIST_VIEW,
  /// A list of two elements.
  FIXED_SIZE_LIST,
  /// A list of lists.
  LIST_OF_LIST,
  /// A struct with a list.
  STRUCT_OF_LIST,
  /// The values of a map.
  MAP_VALUE,
  /// The keys of a map.
  MAP_KEY,
  /// The values of maps in structs in a list.
  LIST_OF_STRUCT_OF_MAP;

  static final String AUXILIARY = "aux";

  private static final ArrowType TEXT = new ArrowType.Utf8(false);
  private static final ArrowType NUMBER = new ArrowType.Int(32, true);
  private static final ArrowType LIST_TYPE = new ArrowType.List(false);

  /// A column of this shape.
  ///
  /// @param name its name
  /// @param leaf the type of its leaf
  /// @param nullability which levels are nullable
  /// @return the column
  ArrowField column(String name, CellType leaf, Nullability nullability) {
    boolean outer = nullability.levels();
    ArrowField element = leaf.named("item", nullability.leaf());
    return switch (this) {
      case FLAT -> leaf.named(name, nullability.leaf());
      case STRUCT -> struct(name, outer, leaf.named("v", nullability.leaf()));
      case STRUCT_OF_STRUCT ->
          struct(name, outer, struct("s", outer, leaf.named("v", nullability.leaf())));
      case LIST -> list(name, LIST_TYPE, outer, element);
      case LARGE_LIST -> list(name, new ArrowType.List(true), outer, element);
      case LIST_VIEW -> list(name, new ArrowType.ListView(false), outer, element);
      case LARGE_LIST_VIEW -> list(name, new ArrowType.ListView(true), outer, element);
      case FIXED_SIZE_LIST -> list(name, new ArrowType.FixedSizeList(2), outer, element);
      case LIST_OF_LIST -> list(name, LIST_TYPE, outer, list("item", LIST_TYPE, outer, element));
      case STRUCT_OF_LIST -> struct(name, outer, list("l", LIST_TYPE, outer, element));
      case MAP_VALUE -> map(name, outer, auxiliary(TEXT), leaf.named("value", nullability.leaf()));
      case MAP_KEY -> map(name, outer, leaf.named("key", false), auxiliary(NUMBER));
      case LIST_OF_STRUCT_OF_MAP ->
          list(
              name,
              LIST_TYPE,
              outer,
              struct(
                  "item",
                  outer,
                  map("m", outer, auxiliary(TEXT), leaf.named("value", nullability.leaf()))));
    };
  }

  /// Whether a row has at most one value of the leaf.
  boolean single() {
    return this == FLAT || this == STRUCT || this == STRUCT_OF_STRUCT;
  }

  /// The path from a column of this shape to its leaf, in the file.
  ///
  /// @param name the column's name
  /// @return the names (LogicalTypes.md, "Nested Types")
  List<String> path(String name) {
    return switch (this) {
      case FLAT -> List.of(name);
      case STRUCT -> List.of(name, "v");
      case STRUCT_OF_STRUCT -> List.of(name, "s", "v");
      case LIST, LARGE_LIST, LIST_VIEW, LARGE_LIST_VIEW, FIXED_SIZE_LIST ->
          List.of(name, "list", "element");
      case LIST_OF_LIST -> List.of(name, "list", "element", "list", "element");
      case STRUCT_OF_LIST -> List.of(name, "l", "list", "element");
      case MAP_VALUE -> List.of(name, "key_value", "value");
      case MAP_KEY -> List.of(name, "key_value", "key");
      case LIST_OF_STRUCT_OF_MAP -> List.of(name, "list", "element", "m", "key_value", "value");
    };
  }

  private static ArrowField struct(String name, boolean nullable, ArrowField member) {
    return new ArrowField(
        name, new ArrowType.Struct(), nullable, List.of(auxiliary(NUMBER), member));
  }

  private static ArrowField auxiliary(ArrowType type) {
    return new ArrowField(AUXILIARY, type, false);
  }

  private static ArrowField list(
      String name, ArrowType type, boolean nullable, ArrowField element) {
    return new ArrowField(name, type, nullable, List.of(element));
  }

  private static ArrowField map(String name, boolean nullable, ArrowField key, ArrowField value) {
    ArrowField entries =
        new ArrowField("entries", new ArrowType.Struct(), false, List.of(key, value));
    return new ArrowField(name, new ArrowType.Map(false), nullable, List.of(entries));
  }
}
