package dev.frazil.jmh.report;

import java.util.List;
import java.util.Locale;

/// Times by a size as an SVG picture with logarithmic axes: measured points, the line that was
/// fitted to them, and below how far each point is off, in per cent of its time.
///
/// @param title what is shown
/// @param size what the size counts
/// @param series the lines
record ScaleChart(String title, String size, List<Series> series) {
  private static final int WIDTH = 720;
  private static final int LEFT = 80;
  private static final int RIGHT = 700;
  private static final int TOP = 44;
  private static final int BOTTOM = 350;

  /// The residuals' middle, and the height of the largest that is shown at its place.
  private static final int ZERO = 450;

  private static final int RESIDUAL_HEIGHT = 50;
  private static final int LEGEND = 540;
  private static final int LEGEND_ROW = 20;
  private static final List<String> COLOURS = List.of(Svg.OWN, "#c2571a", "#6a4fa3", "#5d7d2b");

  /// One line.
  ///
  /// @param label its name
  /// @param points its points by rising size
  record Series(String label, List<Point> points) {}

  /// One point.
  ///
  /// @param size where it stands
  /// @param micros the time that was measured
  /// @param fitted the time by the fit
  /// @param residualPercent by how much the measured time is above the fitted one
  record Point(double size, double micros, double fitted, double residualPercent) {}

  /// Whole powers of ten around values, and where they stand between two places.
  private record Axis(int first, int last, int from, int to) {
    static Axis around(double least, double most, int from, int to) {
      int first = (int) Math.floor(Math.log10(least) + 1e-9);
      int last = (int) Math.ceil(Math.log10(most) - 1e-9);
      return new Axis(first, Math.max(first + 1, last), from, to);
    }

    double at(double value) {
      return from + (to - from) * (Math.log10(value) - first) / (last - first);
    }
  }

  /// The picture.
  String svg() {
    List<Point> all = series.stream().flatMap(s -> s.points.stream()).toList();
    Axis x =
        Axis.around(
            all.stream().mapToDouble(Point::size).min().orElse(1),
            all.stream().mapToDouble(Point::size).max().orElse(1),
            LEFT,
            RIGHT);
    Axis y =
        Axis.around(
            all.stream().mapToDouble(p -> Math.min(p.micros, p.fitted)).min().orElse(1),
            all.stream().mapToDouble(p -> Math.max(p.micros, p.fitted)).max().orElse(1),
            BOTTOM,
            TOP);
    double worst = all.stream().mapToDouble(p -> Math.abs(p.residualPercent)).max().orElse(0);
    double shown = Math.max(10, Math.ceil(worst / 10) * 10);
    StringBuilder svg = Svg.open(WIDTH, LEGEND + LEGEND_ROW * series.size(), title);
    grid(svg, x, y, shown);
    for (int i = 0; i < series.size(); i++) {
      line(svg, series.get(i), COLOURS.get(i % COLOURS.size()), x, y, shown);
      int row = LEGEND + LEGEND_ROW * i;
      dot(svg, LEFT + 4, row - 4, COLOURS.get(i % COLOURS.size()));
      Svg.text(svg, LEFT + 14, row, "start", series.get(i).label);
    }
    return Svg.close(svg);
  }

  private void grid(StringBuilder svg, Axis x, Axis y, double shown) {
    for (int power = x.first; power <= x.last; power++) {
      double at = x.at(Math.pow(10, power));
      rule(svg, at, TOP, at, BOTTOM);
      rule(svg, at, ZERO - RESIDUAL_HEIGHT, at, ZERO + RESIDUAL_HEIGHT);
      String label = String.format(Locale.ROOT, "%,.0f", Math.pow(10, power));
      Svg.text(svg, (int) at, BOTTOM + 18, "middle", label);
    }
    Svg.text(svg, (LEFT + RIGHT) / 2, BOTTOM + 36, "middle", size);
    for (int power = y.first; power <= y.last; power++) {
      double at = y.at(Math.pow(10, power));
      rule(svg, LEFT, at, RIGHT, at);
      Svg.text(svg, LEFT - 8, (int) at + 4, "end", time(power));
    }
    for (int sign = -1; sign <= 1; sign++) {
      int at = ZERO - sign * RESIDUAL_HEIGHT;
      rule(svg, LEFT, at, RIGHT, at);
      String label = sign == 0 ? "fit" : String.format(Locale.ROOT, "%+.0f %%", sign * shown);
      Svg.text(svg, LEFT - 8, at + 4, "end", label);
    }
  }

  /// A power of ten of microseconds.
  private static String time(int power) {
    if (power < 3) {
      return String.format(Locale.ROOT, "%.0f µs", Math.pow(10, power));
    }
    return power < 6
        ? String.format(Locale.ROOT, "%.0f ms", Math.pow(10, power - 3))
        : String.format(Locale.ROOT, "%.0f s", Math.pow(10, power - 6));
  }

  private static void line(
      StringBuilder svg, Series series, String colour, Axis x, Axis y, double shown) {
    svg.append("<polyline fill=\"none\" stroke=\"").append(colour).append("\" points=\"");
    for (Point point : series.points) {
      svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x.at(point.size), y.at(point.fitted)));
    }
    svg.append("\"/>\n");
    for (Point point : series.points) {
      dot(svg, x.at(point.size), y.at(point.micros), colour);
      double off = RESIDUAL_HEIGHT * point.residualPercent / shown;
      dot(svg, x.at(point.size), ZERO - off, colour);
    }
  }

  private static void dot(StringBuilder svg, double x, double y, String colour) {
    svg.append(
        String.format(
            Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>\n", x, y, colour));
  }

  private static void rule(StringBuilder svg, double x1, double y1, double x2, double y2) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dde2e6\"/>\n",
            x1,
            y1,
            x2,
            y2));
  }
}
