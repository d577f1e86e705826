package dev.frazil.engine.arrow;

import dev.frazil.engine.arrow.ArrowType.FixedSizeList;
import dev.frazil.engine.arrow.ArrowType.ListView;
import dev.frazil.engine.arrow.ArrowType.RunEndEncoded;

/// What the columns below a column are called in messages. Members of a struct have their names;
/// children whose names mean nothing are called as Parquet calls them.
final class ChildPath {
  private ChildPath() {}

  /// The path of a child.
  ///
  /// @param path the parent's
  /// @param parent the parent's type
  /// @param i which child
  /// @param name its name, perhaps empty
  static String of(String path, ArrowType parent, int i, String name) {
    if (parent instanceof ArrowType.List
        || parent instanceof ListView
        || parent instanceof FixedSizeList) {
      return path + ".element";
    }
    if (parent instanceof ArrowType.Map) {
      return path + ".key_value";
    }
    if (parent instanceof RunEndEncoded) {
      return path + (i == 0 ? ".run_ends" : ".values");
    }
    return path + "." + (name.isEmpty() ? "child " + i : name);
  }

  /// The path of a column of a batch.
  static String column(int i, String name) {
    return name.isEmpty() ? "column " + i : name;
  }
}
