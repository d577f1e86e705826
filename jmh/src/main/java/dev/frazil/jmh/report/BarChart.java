package dev.frazil.jmh.report;

import java.util.List;
import java.util.Locale;

/// Horizontal bars as an SVG picture; those of Frazil have a colour of their own.
///
/// @param title what is shown
/// @param bars the bars, from the top
record BarChart(String title, List<Bar> bars) {
  private static final int WIDTH = 720;
  private static final int LABELS = 170;
  private static final int LONGEST = 320;
  private static final int ROW = 26;
  private static final int TOP = 44;

  /// One bar.
  ///
  /// @param label the name on its left
  /// @param value its length
  /// @param note the text on its right
  record Bar(String label, double value, String note) {}

  /// The picture.
  String svg() {
    double longest = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    StringBuilder svg = Svg.open(WIDTH, TOP + ROW * bars.size() + 10, title);
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      int top = TOP + ROW * i;
      double length = Math.max(1, LONGEST * bar.value / longest);
      Svg.text(svg, LABELS - 8, top + 16, "end", bar.label);
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
              LABELS,
              top + 3,
              length,
              ROW - 7,
              bar.label.startsWith("Frazil") ? Svg.OWN : Svg.PEER));
      Svg.text(svg, LABELS + (int) length + 8, top + 16, "start", bar.note);
    }
    return Svg.close(svg);
  }
}
