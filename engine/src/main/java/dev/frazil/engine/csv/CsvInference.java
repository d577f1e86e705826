package dev.frazil.engine.csv;

import dev.frazil.engine.arrow.ArrowField;
import dev.frazil.engine.arrow.ArrowSchema;
import dev.frazil.engine.arrow.ArrowType;
import dev.frazil.engine.arrow.NumberSyntax;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The types of the columns of a CSV document by all of its values, as polars finds them when it
/// reads a whole file for it: int64, double, bool or string, each nullable.
///
/// Empty fields count for nothing, and a column of nothing else is of strings; empty quotes are a
/// string. Integers and floats together are doubles; any other mixture is of strings. Integers
/// beyond int64 without a float in the column, and floats beyond double, are strings: no value is
/// changed by its type (polars takes int128 and infinity).
final class CsvInference {
  private CsvInference() {}

  /// Reads all records.
  ///
  /// @return the header's columns in their order
  static ArrowSchema of(CsvRecords records, String place) throws IOException {
    CsvHeader header = CsvHeader.read(records, place).withDistinctNames(place);
    List<Column> columns = new ArrayList<>();
    header.names().forEach(_ -> columns.add(new Column()));
    while (records.next()) {
      int count = Math.min(records.fieldCount(), columns.size());
      for (int i = 0; i < count; i++) {
        columns.get(i).see(records.field(i));
      }
    }
    List<ArrowField> fields = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      fields.add(new ArrowField(header.names().get(i), columns.get(i).type(), true));
    }
    return new ArrowSchema(fields);
  }

  /// What a column was seen to hold.
  private static final class Column {
    private boolean integers;
    private boolean wideIntegers;
    private boolean floats;
    private boolean bools;
    private boolean strings;

    void see(FieldText text) {
      if (strings || (text.isEmpty() && !text.quoted())) {
        return;
      }
      if (isInteger(text)) {
        integers = true;
        wideIntegers |= !isInt64(text);
      } else if (isFloat(text)) {
        floats = true;
        strings |= isBeyondDouble(text);
      } else if (FieldParser.bool(text) != null) {
        bools = true;
      } else {
        strings = true;
      }
    }

    /// Without a plus sign: polars takes that for a string.
    private static boolean isInteger(FieldText text) {
      return NumberSyntax.isInteger(text) && text.charAt(0) != '+';
    }

    private static boolean isInt64(FieldText text) {
      try {
        Long.parseLong(text, 0, text.length(), 10);
        return true;
      } catch (NumberFormatException e) {
        return false;
      }
    }

    /// A point or an exponent must show, and no exponent follows a point without digits behind it;
    /// or it is `inf` or `NaN`, with a sign or not.
    private static boolean isFloat(FieldText text) {
      if (NumberSyntax.isDecimal(text)) {
        String number = text.toString();
        return !NumberSyntax.isInteger(text) && !number.contains(".e") && !number.contains(".E");
      }
      boolean spelled = text.endsWith("inf") || text.endsWith("NaN");
      return spelled && NumberSyntax.special(text) != null;
    }

    private static boolean isBeyondDouble(FieldText text) {
      return NumberSyntax.isDecimal(text) && Double.isInfinite(Double.parseDouble(text.toString()));
    }

    ArrowType type() {
      boolean numbers = integers || floats;
      if (strings || bools == numbers || (wideIntegers && !floats)) {
        return new ArrowType.Utf8(false);
      }
      if (bools) {
        return new ArrowType.Bool();
      }
      return floats ? new ArrowType.FloatingPoint(64) : new ArrowType.Int(64, true);
    }
  }
}
