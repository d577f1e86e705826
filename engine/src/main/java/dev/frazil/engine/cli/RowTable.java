package dev.frazil.engine.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.PlainLayout;
import dev.frazil.engine.arrow.RecordBatch;
import dev.frazil.engine.arrow.SlotValues;
import dev.frazil.engine.csv.ValueText;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows as a table for people: the columns' names, their types, then a line a row, numbers to the
/// right, and at the end how many rows there were.
///
/// The first rows decide how wide columns are; cells of later rows may be wider, up to
/// [#WIDEST_CELL] characters, behind which a cell is cut. Nulls are shown as `null`, nested values
/// as JSON. What is printed drives no terminal; see [Printable]. Not thread-safe.
final class RowTable {
  /// The most characters of a cell.
  static final int WIDEST_CELL = 40;

  private static final int MEASURED_ROWS = 1_000;
  private static final String GAP = "  ";

  private final PrintStream out;
  private final List<Column> columns;
  private final List<List<String>> measured = new ArrayList<>();
  private boolean begun;
  private long rows;

  /// Starts a table; nothing is printed before there are rows or it ends.
  ///
  /// @param schema the columns of all batches
  /// @param out where to
  RowTable(ArrowSchema schema, PrintStream out) {
    this.out = out;
    this.columns = schema.fields().stream().map(Column::new).toList();
    measured.add(schema.fields().stream().map(field -> cell(field.name())).toList());
    measured.add(schema.fields().stream().map(field -> cell(typeName(field))).toList());
  }

  /// Adds the rows of a batch, and closes it.
  ///
  /// @param batch rows of the schema
  void append(RecordBatch batch) throws IOException {
    try (batch) {
      for (int slot = 0; slot < batch.rowCount(); slot++) {
        List<String> cells = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
          cells.add(columns.get(i).cell(SlotValues.value(batch.columns().get(i), slot)));
        }
        rows++;
        if (begun) {
          print(cells);
        } else {
          measured.add(cells);
        }
        if (rows == MEASURED_ROWS) {
          begin();
        }
      }
    }
  }

  /// Prints what is left, and the number of rows.
  void finish() {
    begin();
    out.println(Counted.of(rows, "row"));
  }

  private void begin() {
    if (begun) {
      return;
    }
    begun = true;
    for (List<String> cells : measured) {
      for (int i = 0; i < columns.size(); i++) {
        columns.get(i).width = Math.max(columns.get(i).width, width(cells.get(i)));
      }
    }
    measured.forEach(this::print);
    measured.clear();
  }

  private void print(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      Column column = columns.get(i);
      String cell = cells.get(i);
      String padding = " ".repeat(Math.max(0, column.width - width(cell)));
      line.append(column.numeric ? padding + cell : cell + padding).append(GAP);
    }
    out.println(line.toString().stripTrailing());
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  private static String cell(String text) {
    // A character of the cell may become six; no more of it than that is looked at.
    int most = Math.min(text.length(), 2 * WIDEST_CELL);
    String line = Printable.line(text.substring(0, most));
    return width(line) <= WIDEST_CELL && most == text.length()
        ? line
        : line.substring(0, line.offsetByCodePoints(0, Math.min(width(line), WIDEST_CELL - 1)))
            + "…";
  }

  private static String typeName(ArrowField field) {
    ArrowField plain = PlainLayout.field(field);
    return plain.uuid() ? "uuid" : plain.type().toString();
  }

  /// How the values of a column are shown.
  private static final class Column {
    private final @Nullable ValueText text;
    private final ValueJson json;
    private final boolean numeric;
    private int width;

    Column(ArrowField field) {
      ArrowType type = PlainLayout.field(field).type();
      this.text = type.nested() ? null : ValueText.of(field);
      this.json = ValueJson.of(field);
      this.numeric =
          type instanceof ArrowType.Int
              || type instanceof ArrowType.FloatingPoint
              || type instanceof ArrowType.Decimal;
    }

    String cell(@Nullable Object value) throws IOException {
      if (value == null) {
        return "null";
      }
      return RowTable.cell(text == null ? nested(value) : text.text(value));
    }

    private String nested(Object value) throws IOException {
      StringWriter writer = new StringWriter();
      try (JsonGenerator generator = RowOutput.JSON_FACTORY.createGenerator(writer)) {
        json.write(generator, value);
      }
      return writer.toString();
    }
  }
}
