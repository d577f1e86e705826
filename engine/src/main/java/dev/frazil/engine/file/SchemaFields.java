package dev.frazil.engine.file;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/// The flat list of schema elements in a footer as fields with their paths (parquet.thrift,
/// `SchemaElement`).
final class SchemaFields {
  /// Groups inside groups, at most: deeper ones come from damage, and paths would grow with the
  /// square of the footer.
  private static final int MAX_DEPTH = 256;

  private SchemaFields() {}

  static List<FileMetadata.Field> of(List<SchemaElement> elements) throws IOException {
    if (elements.isEmpty()) {
      throw new IOException("schema: expected a root, got none");
    }
    List<FileMetadata.Field> fields = new ArrayList<>(elements.size() - 1);
    // How many members each open group still lacks, and the names of those below the root.
    Deque<Integer> lacking = new ArrayDeque<>();
    List<String> path = new ArrayList<>();
    lacking.push(members(elements.getFirst()));
    for (SchemaElement element : elements.subList(1, elements.size())) {
      closeFullGroups(lacking, path);
      if (lacking.isEmpty() || lacking.size() > MAX_DEPTH) {
        throw new IOException(
            "schema: %s: expected %s, got another one"
                .formatted(
                    element.getName(),
                    lacking.isEmpty() ? "no more fields" : "at most " + MAX_DEPTH + " levels"));
      }
      lacking.push(lacking.pop() - 1);
      path.add(element.getName());
      fields.add(field(path, element));
      if (element.isSetType()) {
        path.removeLast();
      } else {
        lacking.push(members(element));
      }
    }
    closeFullGroups(lacking, path);
    if (!lacking.isEmpty()) {
      throw new IOException("schema: expected " + lacking.peek() + " more fields, got none");
    }
    return fields;
  }

  private static void closeFullGroups(Deque<Integer> lacking, List<String> path) {
    while (!lacking.isEmpty() && lacking.peek() == 0) {
      lacking.pop();
      if (!path.isEmpty()) {
        path.removeLast();
      }
    }
  }

  private static int members(SchemaElement group) throws IOException {
    if (!group.isSetNum_children() || group.getNum_children() < 0) {
      throw new IOException(
          "schema: %s: expected a count of members, got %s"
              .formatted(
                  group.getName(), group.isSetNum_children() ? group.getNum_children() : "none"));
    }
    return group.getNum_children();
  }

  private static FileMetadata.Field field(List<String> path, SchemaElement element)
      throws IOException {
    FieldRepetitionType repetition = element.getRepetition_type();
    if (repetition == null) {
      throw new IOException(
          "schema: %s: expected a repetition, got none".formatted(String.join(".", path)));
    }
    Type type = element.getType();
    return new FileMetadata.Field(
        path,
        FileMetadata.Repetition.valueOf(repetition.name()),
        type == null ? null : FileMetadata.Type.valueOf(type.name()),
        type == Type.FIXED_LEN_BYTE_ARRAY ? element.getType_length() : 0,
        Annotations.logicalType(element),
        Annotations.name(element),
        element.getLogicalType() == null && element.getConverted_type() != null,
        element.isSetField_id() ? OptionalInt.of(element.getField_id()) : OptionalInt.empty());
  }
}
