package dev.frazil.engine.file;

import java.util.StringJoiner;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/// Fields of parquet-java's records as JSON without spaces, lists and maps by their annotations:
/// the text that DuckDB has for the same values.
final class GroupText {
  private GroupText() {}

  /// A field of a record.
  static String of(Group group, String name) {
    return of(group, group.getType().getFieldIndex(name));
  }

  private static String of(Group group, int field) {
    return group.getFieldRepetitionCount(field) == 0
        ? "null"
        : value(group, field, group.getType().getType(field));
  }

  private static String value(Group group, int field, Type type) {
    if (type.isPrimitive()) {
      String text = group.getValueToString(field, 0);
      boolean quoted = type.asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
      return quoted ? '"' + text + '"' : text;
    }
    Group inner = group.getGroup(field, 0);
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    if (annotation instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation) {
      return elements(inner);
    }
    return annotation instanceof LogicalTypeAnnotation.MapLogicalTypeAnnotation
        ? entries(inner)
        : members(inner);
  }

  private static String elements(Group list) {
    StringJoiner text = new StringJoiner(",", "[", "]");
    for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
      text.add(of(list.getGroup(0, i), 0));
    }
    return text.toString();
  }

  /// Keys are names in JSON, and so strings.
  private static String entries(Group map) {
    StringJoiner text = new StringJoiner(",", "{", "}");
    for (int i = 0; i < map.getFieldRepetitionCount(0); i++) {
      Group entry = map.getGroup(0, i);
      String key = of(entry, 0);
      text.add((key.startsWith("\"") ? key : '"' + key + '"') + ":" + of(entry, 1));
    }
    return text.toString();
  }

  private static String members(Group struct) {
    StringJoiner text = new StringJoiner(",", "{", "}");
    for (int i = 0; i < struct.getType().getFieldCount(); i++) {
      text.add('"' + struct.getType().getFieldName(i) + "\":" + of(struct, i));
    }
    return text.toString();
  }
}
