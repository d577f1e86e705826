package dev.frazil.engine.file;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import java.util.List;

/// Whether a batch's column may be written where the schema has another one: it may differ in how
/// values are laid out, not in what they mean. Dictionaries, runs, views and the width of offsets
/// are layout; another type of the same storage could hold values that the leaf's annotation
/// excludes.
final class SourceMatch {
  private SourceMatch() {}

  /// Checks a column.
  ///
  /// @param expected the schema's field
  /// @param got the batch's field
  /// @param path the column's name, for messages
  /// @throws SchemaException if they mean different things
  static void require(ArrowField expected, ArrowField got, String path) {
    ArrowField wanted = values(expected);
    ArrowField found = values(got);
    boolean named = expected.name().equals(got.name());
    if (!named || !laidOutAlike(wanted.type()).equals(laidOutAlike(found.type()))) {
      throw new SchemaException(
          "batch schema: %s: expected column %s of %s, got column %s of %s"
              .formatted(path, expected.name(), expected.type(), got.name(), got.type()));
    }
    requireChildren(wanted, found, path);
  }

  private static void requireChildren(ArrowField expected, ArrowField got, String path) {
    List<ArrowField> children = expected.children();
    if (children.size() != got.children().size()) {
      throw new SchemaException(
          "batch schema: %s: expected %s of %d children, got %d"
              .formatted(path, expected.type(), children.size(), got.children().size()));
    }
    boolean struct = expected.type() instanceof ArrowType.Struct;
    for (int i = 0; i < children.size(); i++) {
      ArrowField child = children.get(i);
      ArrowField found = got.children().get(i);
      // What elements, entries, keys and values are called is no part of the type.
      ArrowField compared = struct ? child : renamed(child, found.name());
      require(compared, found, path + "." + child.name());
    }
  }

  private static ArrowField renamed(ArrowField field, String name) {
    return new ArrowField(
        name,
        field.type(),
        field.nullable(),
        field.metadata(),
        field.indexType(),
        field.children());
  }

  private static ArrowField values(ArrowField field) {
    return field.type() instanceof ArrowType.RunEndEncoded && field.children().size() == 2
        ? values(field.children().getLast())
        : field;
  }

  private static ArrowType laidOutAlike(ArrowType type) {
    return switch (type) {
      case ArrowType.Utf8 _, ArrowType.Utf8View _ -> new ArrowType.Utf8(false);
      case ArrowType.Binary _, ArrowType.BinaryView _ -> new ArrowType.Binary(false);
      case ArrowType.List _, ArrowType.ListView _ -> new ArrowType.List(false);
      case ArrowType.Map _ -> new ArrowType.Map(false);
      case ArrowType.Null _,
          ArrowType.Bool _,
          ArrowType.Int _,
          ArrowType.FloatingPoint _,
          ArrowType.FixedSizeBinary _,
          ArrowType.Date _,
          ArrowType.Time _,
          ArrowType.Timestamp _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Decimal _,
          ArrowType.Struct _,
          ArrowType.FixedSizeList _,
          ArrowType.RunEndEncoded _ ->
          type;
    };
  }
}
