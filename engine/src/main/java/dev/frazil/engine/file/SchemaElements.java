package dev.frazil.engine.file;

import dev.frazil.encoders.PhysicalType;
import dev.frazil.engine.schema.LogicalType;
import dev.frazil.engine.schema.ParquetField;
import dev.frazil.engine.schema.ParquetLeaf;
import dev.frazil.engine.schema.ParquetSchema;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/// A schema as the footer lists it: the root, then every field before the fields below it
/// (parquet.thrift, `SchemaElement`).
final class SchemaElements {
  private SchemaElements() {}

  static List<SchemaElement> of(ParquetSchema schema) {
    List<SchemaElement> elements = new ArrayList<>(1 + schema.leaves().size());
    elements.add(new SchemaElement(schema.name()).setNum_children(schema.fields().size()));
    addAll(schema.fields(), elements);
    return elements;
  }

  private static void addAll(List<ParquetField> fields, List<SchemaElement> elements) {
    for (ParquetField field : fields) {
      SchemaElement element = element(field);
      elements.add(element);
      switch (field) {
        case ParquetField.Group group -> {
          element.setNum_children(group.children().size());
          addAll(group.children(), elements);
        }
        case ParquetLeaf leaf -> {
          element.setType(type(leaf.column().type()));
          if (leaf.column().type() == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
            element.setType_length(leaf.column().typeLength());
          }
        }
      }
    }
  }

  private static SchemaElement element(ParquetField field) {
    SchemaElement element =
        new SchemaElement(field.name()).setRepetition_type(repetition(field.repetition()));
    field.fieldId().ifPresent(element::setField_id);
    LogicalType logicalType = field.logicalType();
    if (logicalType != null) {
      ThriftAnnotations.annotate(element, logicalType);
    }
    return element;
  }

  private static FieldRepetitionType repetition(ParquetField.Repetition repetition) {
    return switch (repetition) {
      case REQUIRED -> FieldRepetitionType.REQUIRED;
      case OPTIONAL -> FieldRepetitionType.OPTIONAL;
      case REPEATED -> FieldRepetitionType.REPEATED;
    };
  }

  static Type type(PhysicalType type) {
    return switch (type) {
      case BOOLEAN -> Type.BOOLEAN;
      case INT32 -> Type.INT32;
      case INT64 -> Type.INT64;
      case FLOAT -> Type.FLOAT;
      case DOUBLE -> Type.DOUBLE;
      case BYTE_ARRAY -> Type.BYTE_ARRAY;
      case FIXED_LEN_BYTE_ARRAY -> Type.FIXED_LEN_BYTE_ARRAY;
    };
  }
}
