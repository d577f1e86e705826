package dev.frazil.engine.schema;

import dev.frazil.encoders.LeafColumn;
import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.schema.ParquetField.Group;
import dev.frazil.engine.schema.ParquetField.Repetition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Builds the fields of a Parquet schema from Arrow fields (LogicalTypes.md, "Nested Types").
final class SchemaTree {
  /// Where a field stands.
  ///
  /// @param path the names from below the root, its own included
  /// @param occurs how often it occurs in the field above
  /// @param definition optional and repeated fields on the path
  /// @param repetition repeated fields on the path
  /// @param way from the batch to the Arrow column it is written from
  private record Place(
      List<String> path,
      Repetition occurs,
      int definition,
      int repetition,
      List<ParquetLeaf.Step> way) {
    static final Place ROOT = new Place(List.of(), Repetition.REQUIRED, 0, 0, List.of());

    /// The place of a member of this group.
    Place member(String name, Repetition next) {
      List<String> names = appended(path, name);
      int deeper = next == Repetition.REQUIRED ? definition : definition + 1;
      if (deeper > LeafColumn.MAX_LEVEL) {
        throw new SchemaException(
            "schema: %s: expected at most %d optional and repeated fields in one another, got more"
                .formatted(String.join(".", names), LeafColumn.MAX_LEVEL));
      }
      return new Place(
          names, next, deeper, next == Repetition.REPEATED ? repetition + 1 : repetition, way);
    }

    /// The same place, reached from an Arrow column by one more step.
    Place reached(int child, boolean optional) {
      return new Place(
          path,
          occurs,
          definition,
          repetition,
          appended(way, new ParquetLeaf.Step(child, optional, display())));
    }

    String display() {
      return String.join(".", path);
    }

    private static <T> List<T> appended(List<T> list, T last) {
      List<T> longer = new ArrayList<>(list);
      longer.add(last);
      return List.copyOf(longer);
    }
  }

  private final UnaryOperator<String> rename;

  /// Creates a builder.
  ///
  /// @param rename from the name of a column or of a member of a struct to its Parquet name
  SchemaTree(UnaryOperator<String> rename) {
    this.rename = rename;
  }

  /// The fields below the root.
  List<ParquetField> fields(List<ArrowField> columns) {
    return members(columns, Place.ROOT);
  }

  private List<ParquetField> members(List<ArrowField> columns, Place group) {
    List<ParquetField> fields = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      ArrowField column = values(columns.get(i));
      fields.add(field(column, rename.apply(column.name()), column.nullable(), i, group));
    }
    return fields;
  }

  /// What runs stand for: the values under the name and the metadata of the column.
  private static ArrowField values(ArrowField field) {
    if (!(field.type() instanceof ArrowType.RunEndEncoded) || field.children().size() != 2) {
      return field;
    }
    ArrowField values = values(field.children().getLast());
    Map<String, String> metadata = new HashMap<>(values.metadata());
    metadata.putAll(field.metadata());
    return new ArrowField(
        field.name(),
        values.type(),
        field.nullable() || values.nullable(),
        metadata,
        values.indexType(),
        values.children());
  }

  private ParquetField field(
      ArrowField column, String name, boolean optional, int child, Place above) {
    Place place =
        above
            .member(name, optional ? Repetition.OPTIONAL : Repetition.REQUIRED)
            .reached(child, optional);
    return switch (column.type()) {
      case ArrowType.Struct _ -> struct(column, place);
      case ArrowType.List _, ArrowType.ListView _, ArrowType.FixedSizeList _ -> list(column, place);
      case ArrowType.Map _ -> map(column, place);
      case ArrowType.RunEndEncoded _ ->
          throw new SchemaException(
              "schema: %s: expected run_end_encoded with run ends and values, got %d children"
                  .formatted(place.display(), column.children().size()));
      case ArrowType.Null _,
          ArrowType.Bool _,
          ArrowType.Int _,
          ArrowType.FloatingPoint _,
          ArrowType.Utf8 _,
          ArrowType.Utf8View _,
          ArrowType.Binary _,
          ArrowType.BinaryView _,
          ArrowType.FixedSizeBinary _,
          ArrowType.Date _,
          ArrowType.Time _,
          ArrowType.Timestamp _,
          ArrowType.Duration _,
          ArrowType.Interval _,
          ArrowType.Decimal _ ->
          leaf(column, optional, place);
    };
  }

  private Group struct(ArrowField column, Place place) {
    if (column.children().isEmpty()) {
      throw new SchemaException(
          "schema: %s: expected a struct of at least one field, got none"
              .formatted(place.display()));
    }
    boolean variant = VariantType.of(column, place.display());
    return group(
        place,
        variant ? new LogicalType.Variant(VariantType.SPECIFICATION_VERSION) : null,
        column.fieldId(),
        members(column.children(), place));
  }

  private Group list(ArrowField column, Place place) {
    requireChildren(column, 1, place);
    ArrowField element = values(column.children().getFirst());
    Place repeated = place.member("list", Repetition.REPEATED);
    ParquetField child = field(element, "element", element.nullable(), 0, repeated);
    return group(
        place,
        new LogicalType.List(),
        column.fieldId(),
        List.of(group(repeated, null, OptionalInt.empty(), List.of(child))));
  }

  /// A map's keys are never null, whatever the Arrow field says, and readers refuse optional ones.
  private Group map(ArrowField column, Place place) {
    requireChildren(column, 1, place);
    ArrowField entries = column.children().getFirst();
    requireChildren(entries, 2, place);
    Place repeated = place.member("key_value", Repetition.REPEATED).reached(0, false);
    ParquetField key = field(values(entries.children().getFirst()), "key", false, 0, repeated);
    ArrowField values = values(entries.children().getLast());
    ParquetField value = field(values, "value", values.nullable(), 1, repeated);
    return group(
        place,
        new LogicalType.Map(),
        column.fieldId(),
        List.of(group(repeated, null, OptionalInt.empty(), List.of(key, value))));
  }

  private static ParquetLeaf leaf(ArrowField column, boolean optional, Place place) {
    LeafType type = LeafType.of(column, optional, place.display());
    // A column of the batch keeps its own name; another one is better known by its path.
    String name = place.way().size() == 1 ? column.name() : place.display();
    return new ParquetLeaf(
        new LeafColumn(
            place.path(),
            type.physicalType(),
            type.typeLength(),
            place.definition(),
            place.repetition(),
            type.order()),
        place.occurs(),
        type.logicalType(),
        column.fieldId(),
        new ArrowField(name, type.storage(), optional, column.metadata(), null),
        place.way());
  }

  private static Group group(
      Place place,
      @Nullable LogicalType logicalType,
      OptionalInt fieldId,
      List<ParquetField> children) {
    return new Group(place.path().getLast(), place.occurs(), logicalType, fieldId, children);
  }

  private static void requireChildren(ArrowField field, int count, Place place) {
    if (field.children().size() != count) {
      throw new SchemaException(
          "schema: %s: expected %s with %d children, got %d"
              .formatted(place.display(), field.type(), count, field.children().size()));
    }
  }
}
