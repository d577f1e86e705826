package dev.frazil.engine.iceberg;

import dev.frazil.engine.SchemaException;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// What a table's schema lacks for batches of an Arrow schema: columns and members of structs that
/// it does not have, and types that its own can be promoted to (table specification, "Schema
/// Evolution"). Immutable.
///
/// A field of the batches is a field of the table if it has its id, else, if it has none, if it has
/// its name. One that is neither is an addition, always as an optional field, so that older files
/// read as null there. Other differences of types are none of an evolution: what a batch cannot be
/// aligned to is refused when it is written.
///
/// @param additions fields to add, each group of them before what follows it in the batches
/// @param promotions fields to promote
public record SchemaEvolution(List<Addition> additions, List<Promotion> promotions) {
  private static final int LARGEST_PRECISION = 38;

  /// Copies the lists.
  public SchemaEvolution {
    additions = List.copyOf(additions);
    promotions = List.copyOf(promotions);
  }

  /// A field that the table does not have.
  ///
  /// @param parent the full name of the struct, list element or map value it belongs to, or null
  ///   for a column
  /// @param field the field of the batches
  public record Addition(@Nullable String parent, ArrowField field) {
    /// The name of the field with those above it.
    ///
    /// @return names joined by dots
    public String path() {
      return parent == null ? field.name() : parent + "." + field.name();
    }
  }

  /// A field whose type is too small.
  ///
  /// @param path the full name of the field in the table
  /// @param from its type
  /// @param to the type that holds the values of the batches
  public record Promotion(String path, Type from, Type.PrimitiveType to) {
    /// Whether no value of the batches can be written without it. A decimal of fewer digits takes
    /// those values that fit.
    ///
    /// @return false for decimals
    public boolean needed() {
      return to.typeId() != Type.TypeID.DECIMAL;
    }
  }

  /// Compares a table with batches.
  ///
  /// @param schema the table's schema
  /// @param batches the schema of the batches
  /// @return what is missing; nothing where the batches' columns are all there
  /// @throws SchemaException if a field of the batches has an id or a name that leads to another
  ///   field than the other does
  public static SchemaEvolution of(Schema schema, ArrowSchema batches) {
    Comparison comparison = new Comparison(schema);
    comparison.members(null, schema.asStruct(), batches.fields());
    return new SchemaEvolution(comparison.additions, comparison.promotions);
  }

  /// Whether the table has all that the batches need.
  ///
  /// @return true when there is nothing to change
  public boolean isEmpty() {
    return additions.isEmpty() && promotions.isEmpty();
  }

  /// Adds the changes to an update of the table's schema, which the caller commits.
  ///
  /// @param update an update of the schema that was compared
  /// @param formatVersion version of the table format of the table
  /// @throws SchemaException if a type is not one of the format version, or a field of the batches
  ///   carries an id that is not the one it is given: batches would not fit the table then
  public void apply(UpdateSchema update, int formatVersion) {
    for (Promotion promotion : promotions) {
      update.updateColumn(promotion.path(), promotion.to());
    }
    for (Addition addition : additions) {
      add(update, addition, formatVersion);
    }
    Schema changed = update.apply();
    for (Addition addition : additions) {
      Types.NestedField added = changed.findField(addition.path());
      requireIds(addition.path(), added, addition.field());
    }
  }

  private static void add(UpdateSchema update, Addition addition, int formatVersion) {
    ArrowField field = addition.field();
    Schema single = IcebergSchemas.icebergSchema(new ArrowSchema(List.of(field)));
    int needed = IcebergSchemas.formatVersion(single);
    if (needed > formatVersion) {
      throw refused(
          addition.path(),
          "a type of format version " + formatVersion,
          field.type() + ", which needs " + needed);
    }
    update.addColumn(addition.parent(), field.name(), single.columns().getFirst().type());
  }

  private static void requireIds(String path, Types.NestedField added, ArrowField field) {
    OptionalInt id = field.fieldId();
    if (id.isPresent() && id.getAsInt() != added.fieldId()) {
      throw refused(
          path,
          "no field id, or %d, which the table gives to it".formatted(added.fieldId()),
          Integer.toString(id.getAsInt()));
    }
    List<ArrowField> children = Comparison.children(field);
    if (added.type().isNestedType() && !children.isEmpty()) {
      List<Types.NestedField> members = added.type().asNestedType().fields();
      for (int i = 0; i < members.size() && i < children.size(); i++) {
        requireIds(path + "." + children.get(i).name(), members.get(i), children.get(i));
      }
    }
  }

  private static SchemaException refused(String path, String expected, String found) {
    return new SchemaException(
        "schema evolution: %s: expected %s, got %s".formatted(path, expected, found));
  }

  /// A walk over the fields that both schemas have.
  private static final class Comparison {
    private final Schema schema;
    private final List<Addition> additions = new ArrayList<>();
    private final List<Promotion> promotions = new ArrayList<>();

    Comparison(Schema schema) {
      this.schema = schema;
    }

    void members(@Nullable String parent, Types.StructType struct, List<ArrowField> fields) {
      Set<Integer> matched = new HashSet<>();
      for (ArrowField field : fields) {
        field.fieldId().ifPresent(matched::add);
      }
      Set<String> names = new HashSet<>();
      for (ArrowField field : fields) {
        Addition addition = new Addition(parent, field);
        Types.NestedField found = find(addition, struct, matched);
        if (found != null) {
          types(found, field);
        } else if (names.add(field.name())) {
          additions.add(addition);
        } else {
          throw refused(addition.path(), "a name of its own", "one that two fields have");
        }
      }
    }

    private Types.@Nullable NestedField find(
        Addition addition, Types.StructType struct, Set<Integer> matched) {
      ArrowField field = addition.field();
      OptionalInt id = field.fieldId();
      Types.NestedField named = struct.field(field.name());
      if (id.isPresent()) {
        Types.NestedField found = struct.field(id.getAsInt());
        if (found == null && schema.findField(id.getAsInt()) != null) {
          throw refused(
              addition.path(),
              "a field id of this level",
              id.getAsInt() + ", which is " + schema.findColumnName(id.getAsInt()));
        }
        if (found == null && named != null) {
          throw refused(
              addition.path(), "field id " + named.fieldId(), Integer.toString(id.getAsInt()));
        }
        return found == null ? requireNoTwin(addition, struct) : found;
      }
      if (named != null && matched.contains(named.fieldId())) {
        throw refused(
            addition.path(), "a field of its own", "the name of one that another field has by id");
      }
      return named == null ? requireNoTwin(addition, struct) : named;
    }

    /// Many engines do not tell names apart by case.
    private static Types.@Nullable NestedField requireNoTwin(
        Addition addition, Types.StructType struct) {
      Types.NestedField twin = struct.caseInsensitiveField(addition.field().name());
      if (twin != null) {
        throw refused(
            addition.path(), "a name that differs by more than case", "one like " + twin.name());
      }
      return null;
    }

    private void types(Types.NestedField found, ArrowField field) {
      Type type = found.type();
      String path = String.valueOf(schema.findColumnName(found.fieldId()));
      List<ArrowField> children = children(field);
      if (type.isStructType() && field.type() instanceof ArrowType.Struct) {
        members(path, type.asStructType(), children);
      } else if (type.isNestedType()
          && children.size() == type.asNestedType().fields().size()
          && !(field.type() instanceof ArrowType.Struct)) {
        for (int i = 0; i < children.size(); i++) {
          types(type.asNestedType().fields().get(i), children.get(i));
        }
      } else if (type.isPrimitiveType()) {
        Type.PrimitiveType to = promotion(type, field);
        if (to != null) {
          promotions.add(new Promotion(path, type, to));
        }
      }
    }

    /// The members of a struct, the element of a list, the key and the value of a map, with runs
    /// looked through.
    static List<ArrowField> children(ArrowField field) {
      return switch (field.type()) {
        case ArrowType.Map _ -> field.children().getFirst().children();
        case ArrowType.RunEndEncoded _ -> children(field.children().getLast());
        default -> field.children();
      };
    }

    private static Type.@Nullable PrimitiveType promotion(Type type, ArrowField field) {
      ArrowType found =
          field.type() instanceof ArrowType.RunEndEncoded
              ? field.children().getLast().type()
              : field.type();
      return switch (found) {
        case ArrowType.Int(int bits, boolean signed) ->
            type.typeId() == Type.TypeID.INTEGER && (signed ? bits == 64 : bits == 32)
                ? Types.LongType.get()
                : null;
        case ArrowType.FloatingPoint(int bits) ->
            type.typeId() == Type.TypeID.FLOAT && bits == 64 ? Types.DoubleType.get() : null;
        case ArrowType.Decimal(_, int precision, int scale) ->
            type instanceof Types.DecimalType decimal
                    && decimal.scale() == scale
                    && decimal.precision() < precision
                    && precision <= LARGEST_PRECISION
                ? Types.DecimalType.of(precision, scale)
                : null;
        default -> null;
      };
    }
  }
}
