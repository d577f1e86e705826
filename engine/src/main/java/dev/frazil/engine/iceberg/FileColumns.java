package dev.frazil.engine.iceberg;

import dev.frazil.engine.file.FileMetadata;
import dev.frazil.engine.schema.LogicalType;
import java.util.ArrayList;
import java.util.List;

/// From the fields of a file's schema to its columns. Lists and maps are told by the structure of
/// their groups, as the rules for older writers ask (LogicalTypes.md, "Lists" and "Maps"), and
/// never by names other than the two that those rules know.
final class FileColumns {
  private static final String OLDER_MAP = "MAP_KEY_VALUE";

  private final List<FileMetadata.Field> fields;
  private int next;
  private int leaves;

  private FileColumns(List<FileMetadata.Field> fields) {
    this.fields = fields;
  }

  /// A field with the fields inside it.
  ///
  /// @param position the leaf among all leaves, or -1 for a group
  private record Node(FileMetadata.Field field, int position, List<Node> members) {
    boolean repeated() {
      return field.repetition() == FileMetadata.Repetition.REPEATED;
    }

    boolean group() {
      return position < 0;
    }

    String name() {
      return field.path().getLast();
    }
  }

  /// The columns of a file.
  ///
  /// @param fields the fields of its schema, each group before its members
  static List<FileColumn> of(List<FileMetadata.Field> fields) {
    return new FileColumns(fields).nodes(1).stream().map(node -> column(node, false)).toList();
  }

  private List<Node> nodes(int depth) {
    List<Node> nodes = new ArrayList<>();
    while (next < fields.size() && fields.get(next).path().size() == depth) {
      FileMetadata.Field field = fields.get(next++);
      boolean leaf = field.type() != null;
      nodes.add(new Node(field, leaf ? leaves++ : -1, leaf ? List.of() : nodes(depth + 1)));
    }
    return nodes;
  }

  /// @param nullable whether something around the field may be missing
  private static FileColumn column(Node node, boolean nullable) {
    if (node.repeated()) {
      return column(node, false, new FileColumn.Shape.Other("a repeated field outside of a list"));
    }
    boolean optional = node.field().repetition() == FileMetadata.Repetition.OPTIONAL;
    return column(node, optional, shape(node, nullable || optional));
  }

  private static FileColumn column(Node node, boolean optional, FileColumn.Shape shape) {
    return new FileColumn(node.field(), node.field().fieldId(), optional, shape);
  }

  private static FileColumn.Shape shape(Node node, boolean nullable) {
    if (!node.group()) {
      return new FileColumn.Shape.Leaf(node.position(), nullable);
    }
    LogicalType annotation = node.field().logicalType();
    if (annotation instanceof LogicalType.List) {
      return list(node);
    } else if (annotation instanceof LogicalType.Map
        || OLDER_MAP.equals(node.field().annotation())) {
      return map(node);
    } else if (annotation instanceof LogicalType.Variant) {
      return new FileColumn.Shape.Variant();
    }
    return node.field().annotation() == null
        ? struct(node, nullable)
        : new FileColumn.Shape.Other("a group of " + node.field().annotation());
  }

  private static FileColumn.Shape struct(Node node, boolean nullable) {
    return new FileColumn.Shape.Struct(
        node.members().stream().map(member -> column(member, nullable)).toList());
  }

  private static FileColumn.Shape list(Node node) {
    if (node.members().size() != 1 || !node.members().getFirst().repeated()) {
      return new FileColumn.Shape.Other("a LIST without one repeated field");
    }
    Node repeated = node.members().getFirst();
    return new FileColumn.Shape.ListOf(
        elementItself(node, repeated)
            ? column(repeated, false, shape(repeated, true))
            : column(repeated.members().getFirst(), true));
  }

  /// Whether the repeated field is the element, as in lists of two levels, rather than a group
  /// around it.
  private static boolean elementItself(Node list, Node repeated) {
    return repeated.members().size() != 1
        || repeated.members().getFirst().repeated()
        || repeated.field().annotation() != null
        || repeated.name().equals("array")
        || repeated.name().equals(list.name() + "_tuple");
  }

  private static FileColumn.Shape map(Node node) {
    if (node.members().size() != 1
        || !node.members().getFirst().repeated()
        || node.members().getFirst().members().size() != 2) {
      return new FileColumn.Shape.Other("a MAP without one repeated group of a key and a value");
    }
    List<Node> entry = node.members().getFirst().members();
    return new FileColumn.Shape.MapOf(column(entry.get(0), true), column(entry.get(1), true));
  }
}
