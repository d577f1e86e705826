package dev.frazil.engine.scan;

import dev.frazil.engine.SchemaException;
import dev.hardwood.metadata.ConvertedType;
import dev.hardwood.metadata.LogicalType;
import dev.hardwood.metadata.RepetitionType;
import dev.hardwood.metadata.SchemaElement;
import java.util.ArrayList;
import java.util.List;

/// A field of a file's schema with its levels. Immutable.
///
/// @param element the field as the footer has it
/// @param path the names down to it, joined by dots: for messages
/// @param definition optional and repeated fields on the way, its own included
/// @param repetition repeated fields on the way, its own included
/// @param leaf the number of the leaf among those of the file, or -1 for a group
/// @param children the fields of a group
record ParquetNode(
    SchemaElement element,
    String path,
    int definition,
    int repetition,
    int leaf,
    List<ParquetNode> children) {
  /// More levels than any schema has.
  private static final int MAX_DEPTH = 64;

  /// Reads the elements, which stand in the order of a walk from the root.
  private static final class Walk {
    private final List<SchemaElement> elements;
    private int next;
    private int leaves;

    Walk(List<SchemaElement> elements) {
      this.elements = elements;
    }

    ParquetNode node(String parent, int definition, int repetition, int depth) {
      if (next == elements.size() || depth > MAX_DEPTH) {
        throw new SchemaException(
            "%s: expected fields as many as are stated, at most %d deep, got %d"
                .formatted(parent, MAX_DEPTH, elements.size()));
      }
      SchemaElement element = elements.get(next++);
      String path = parent.isEmpty() ? element.name() : parent + "." + element.name();
      boolean required = depth == 0 || element.repetitionType() == RepetitionType.REQUIRED;
      boolean repeated = depth > 0 && element.repetitionType() == RepetitionType.REPEATED;
      int defined = definition + (required ? 0 : 1);
      int repeats = repetition + (repeated ? 1 : 0);
      if (element.isPrimitive()) {
        return new ParquetNode(element, path, defined, repeats, leaves++, List.of());
      }
      Integer stated = element.numChildren();
      int count = stated == null ? 0 : stated;
      List<ParquetNode> children = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        children.add(node(depth == 0 ? "" : path, defined, repeats, depth + 1));
      }
      return new ParquetNode(element, path, defined, repeats, -1, List.copyOf(children));
    }
  }

  /// The root of a schema.
  ///
  /// @param elements the elements of a footer
  /// @throws SchemaException if they are no tree; the message does not name the file
  static ParquetNode root(List<SchemaElement> elements) {
    return new Walk(elements).node("", 0, 0, 0);
  }

  String name() {
    return element.name();
  }

  boolean group() {
    return leaf < 0;
  }

  boolean repeated() {
    return element.repetitionType() == RepetitionType.REPEATED;
  }

  boolean optional() {
    return element.repetitionType() == RepetitionType.OPTIONAL;
  }

  boolean list() {
    return group()
        && (element.logicalType() instanceof LogicalType.ListType
            || element.convertedType() == ConvertedType.LIST);
  }

  /// Whether it is a map: a group of one repeated group of a key and a value. Some writers mark it
  /// as what its repeated group should be (LogicalTypes.md, "Maps", backward compatibility).
  boolean map() {
    boolean marked =
        element.logicalType() instanceof LogicalType.MapType
            || element.convertedType() == ConvertedType.MAP
            || element.convertedType() == ConvertedType.MAP_KEY_VALUE;
    return group()
        && marked
        && children.size() == 1
        && children.getFirst().repeated()
        && children.getFirst().children().size() == 2;
  }

  boolean variant() {
    return group() && element.logicalType() instanceof LogicalType.VariantType;
  }

  /// Whether hardwood takes the group for a list or a map, and so counts its values from the
  /// repeated field below on.
  boolean listOrMapByAnnotation() {
    return list()
        || (group()
            && (element.logicalType() instanceof LogicalType.MapType
                || element.convertedType() == ConvertedType.MAP));
  }
}
