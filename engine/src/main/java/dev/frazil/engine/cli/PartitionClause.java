package dev.frazil.engine.cli;

import dev.frazil.engine.SchemaException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/// One field of a partition spec as Iceberg's DDL writes it: a column, or a transform of one.
///
/// @param transform how the column's values become partition values
/// @param parameter buckets or width, 1 or more; 0 for transforms that take none
/// @param column name of the source column
record PartitionClause(Transform transform, int parameter, String column) {
  /// The forms that [#parse] accepts, for messages.
  static final String FORMS =
      "column, identity(column), bucket(N, column), truncate(W, column), year(column),"
          + " month(column), day(column), hour(column) or void(column), with names other than"
          + " letters, digits, spaces and ._-$ in `backquotes`";

  /// Transforms of the Iceberg specification by their names in its DDL.
  enum Transform {
    IDENTITY,
    BUCKET,
    TRUNCATE,
    YEAR,
    MONTH,
    DAY,
    HOUR,
    VOID;

    private boolean parameterised() {
      return this == BUCKET || this == TRUNCATE;
    }
  }

  private static final String NAME = "`(?:[^`]|``)+`|[\\p{L}\\p{N}_.$-][\\p{L}\\p{N}_.$ -]*";
  private static final Pattern WIDTH = Pattern.compile("(\\w+)\\[(\\d+)]");
  private static final Pattern COLUMN = Pattern.compile("\\s*(" + NAME + ")\\s*");
  private static final Pattern CALL =
      Pattern.compile("\\s*(\\w+)\\s*\\(\\s*(?:(\\d+)\\s*,)?\\s*(" + NAME + ")\\s*\\)\\s*");

  /// Reads one clause.
  ///
  /// @param text a column, or a transform's name with its arguments in parentheses; names of
  ///   transforms in any case, singular or plural
  /// @return the clause
  /// @throws IllegalArgumentException if the text has none of the [#FORMS]
  static PartitionClause parse(String text) {
    Matcher column = COLUMN.matcher(text);
    if (column.matches()) {
      return new PartitionClause(Transform.IDENTITY, 0, unquote(column.group(1)));
    }
    Matcher call = CALL.matcher(text);
    if (!call.matches()) {
      throw unknown(text);
    }
    Transform transform = transform(call.group(1), text);
    if (transform.parameterised() != (call.group(2) != null)) {
      throw unknown(text);
    }
    return new PartitionClause(transform, parameter(call.group(2), text), unquote(call.group(3)));
  }

  private static Transform transform(String name, String text) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "identity" -> Transform.IDENTITY;
      case "bucket" -> Transform.BUCKET;
      case "truncate" -> Transform.TRUNCATE;
      case "year", "years" -> Transform.YEAR;
      case "month", "months" -> Transform.MONTH;
      case "day", "days" -> Transform.DAY;
      case "hour", "hours" -> Transform.HOUR;
      case "void" -> Transform.VOID;
      default -> throw unknown(text);
    };
  }

  private static int parameter(@Nullable String digits, String text) {
    if (digits == null) {
      return 0;
    }
    try {
      int parameter = Integer.parseInt(digits);
      if (parameter > 0) {
        return parameter;
      }
    } catch (NumberFormatException e) {
      // more digits than an int has: refused below like zero
    }
    throw new IllegalArgumentException(
        "partition: %s: expected a number from 1 to %d, got %s"
            .formatted(text, Integer.MAX_VALUE, digits));
  }

  private static IllegalArgumentException unknown(String text) {
    return new IllegalArgumentException("partition: expected " + FORMS + ", got " + text);
  }

  private static String unquote(String name) {
    return name.startsWith("`")
        ? name.substring(1, name.length() - 1).replace("``", "`")
        : name.strip();
  }

  /// The spec of a table, fields in the order of the clauses.
  ///
  /// @param clauses none for an unpartitioned table
  /// @param schema the table's schema
  /// @return a spec bound to the schema
  /// @throws SchemaException if a column is missing, or has a type that its transform does not take
  static PartitionSpec spec(List<PartitionClause> clauses, Schema schema) {
    PartitionSpec.Builder builder = PartitionSpec.builderFor(schema);
    try {
      for (PartitionClause clause : clauses) {
        if (schema.findField(clause.column) == null) {
          throw new SchemaException(
              "partition: %s: expected one of the columns %s, got none of that name"
                  .formatted(
                      clause.column,
                      schema.columns().stream().map(Types.NestedField::name).toList()));
        }
        clause.addTo(builder);
      }
      return builder.build();
    } catch (IllegalArgumentException | ValidationException e) {
      throw new SchemaException(
          "partition: %s: expected a spec that fits the columns, got: %s"
              .formatted(clauses, e.getMessage()),
          e);
    }
  }

  private void addTo(PartitionSpec.Builder builder) {
    switch (transform) {
      case IDENTITY -> builder.identity(column);
      case BUCKET -> builder.bucket(column, parameter);
      case TRUNCATE -> builder.truncate(column, parameter);
      case YEAR -> builder.year(column);
      case MONTH -> builder.month(column);
      case DAY -> builder.day(column);
      case HOUR -> builder.hour(column);
      case VOID -> builder.alwaysNull(column);
    }
  }

  /// Checks that a table is partitioned as clauses say.
  ///
  /// @param table the table
  /// @param identifier its name, for messages
  /// @param clauses the same as in the table, or none for whatever it has
  /// @throws CommandFailure if the table has another partition spec
  static void requireSpec(Table table, TableIdentifier identifier, List<PartitionClause> clauses) {
    if (!clauses.isEmpty()) {
      PartitionSpec asked = spec(clauses, table.schema());
      if (!sameTransforms(asked, table.spec())) {
        throw new CommandFailure(
            "partition: table %s: expected %s, as the table has it, got %s"
                .formatted(identifier, ddl(table.spec()), ddl(asked)));
      }
    }
  }

  /// Whether two specs split rows alike: the same transforms of the same columns in the same order,
  /// whatever the fields are called.
  ///
  /// @param left a spec
  /// @param right a spec of a schema with the same field ids
  /// @return true when every field agrees
  static boolean sameTransforms(PartitionSpec left, PartitionSpec right) {
    List<PartitionField> fields = left.fields();
    List<PartitionField> others = right.fields();
    if (fields.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).sourceId() != others.get(i).sourceId()
          || !name(fields.get(i)).equals(name(others.get(i)))) {
        return false;
      }
    }
    return true;
  }

  /// The transform by its name in the specification; instances of one transform need not be equal.
  private static String name(PartitionField field) {
    return field.transform().toString();
  }

  /// A spec in the DDL form.
  ///
  /// @param spec any spec
  /// @return its clauses separated by commas, or `unpartitioned`
  static String ddl(PartitionSpec spec) {
    if (spec.isUnpartitioned()) {
      return "unpartitioned";
    }
    return String.join(
        ", ",
        spec.fields().stream()
            .map(field -> {
              String term = term(spec.schema(), field.sourceId(), field.transform());
              return field.transform().isIdentity() ? "identity(" + term + ")" : term;
            })
            .toList());
  }

  /// A transform of a column in the DDL form; of the identity the column alone.
  ///
  /// @param schema where the column is
  /// @param sourceId the column
  /// @param transform any transform
  static String term(
      Schema schema, int sourceId, org.apache.iceberg.transforms.Transform<?, ?> transform) {
    String column = quote(String.valueOf(schema.findColumnName(sourceId)));
    if (transform.isIdentity()) {
      return column;
    }
    Matcher width = WIDTH.matcher(transform.toString());
    return width.matches()
        ? width.group(1) + "(" + width.group(2) + ", " + column + ")"
        : transform + "(" + column + ")";
  }

  /// The clause in the DDL form.
  ///
  /// @return a text that [#parse] reads back, names quoted where they must be
  @Override
  public String toString() {
    return transform.name().toLowerCase(Locale.ROOT)
        + "("
        + (transform.parameterised() ? parameter + ", " : "")
        + quote(column)
        + ")";
  }

  private static String quote(String name) {
    return COLUMN.matcher(name).matches() && !name.startsWith("`")
        ? name
        : "`" + name.replace("`", "``") + "`";
  }
}
