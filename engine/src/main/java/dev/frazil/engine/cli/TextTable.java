package dev.frazil.engine.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Rows of text in aligned columns for people to read. Not thread-safe.
final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final int numericFrom;
  private final int numericTo;

  /// Starts a table with its headings.
  ///
  /// @param numericFrom the first column that is aligned to the right, from 0
  /// @param numericTo the column after the last one that is aligned to the right
  /// @param headings one a column
  TextTable(int numericFrom, int numericTo, String... headings) {
    this.numericFrom = numericFrom;
    this.numericTo = numericTo;
    rows.add(List.of(headings));
  }

  /// Adds a row.
  ///
  /// @param cells one a heading
  void add(String... cells) {
    rows.add(Stream.of(cells).map(TextTable::printable).toList());
  }

  /// Keeps the blanks that indent a cell.
  private static String printable(String cell) {
    String text = cell.stripLeading();
    return cell.substring(0, cell.length() - text.length()) + Printable.line(text);
  }

  /// Prints the headings and the rows.
  ///
  /// @param out where to
  void print(PrintStream out) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        String cell = row.get(c);
        widths[c] = Math.max(widths[c], cell.codePointCount(0, cell.length()));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String cell = row.get(c);
        String padding = " ".repeat(widths[c] - cell.codePointCount(0, cell.length()));
        boolean numeric = c >= numericFrom && c < numericTo;
        line.append(numeric ? padding + cell : cell + padding).append(GAP);
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
