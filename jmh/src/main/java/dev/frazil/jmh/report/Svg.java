package dev.frazil.jmh.report;

import java.util.Locale;

/// Pieces of SVG text.
final class Svg {
  /// The colour of Frazil.
  static final String OWN = "#0f7c8a";

  /// The colour of the others.
  static final String PEER = "#a9b4bd";

  private Svg() {}

  /// A picture's begin, with its title.
  static StringBuilder open(int width, int height, String title) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\""
                + " viewBox=\"0 0 %1$d %2$d\" font-family=\"sans-serif\" font-size=\"13\">\n"
                + "<rect width=\"%1$d\" height=\"%2$d\" fill=\"#ffffff\"/>\n"
                + "<text x=\"12\" y=\"26\" font-size=\"15\" font-weight=\"bold\">%3$s</text>\n",
            width,
            height,
            escape(title)));
    return svg;
  }

  static void text(StringBuilder svg, int x, int y, String anchor, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n",
            x,
            y,
            anchor,
            escape(text)));
  }

  static String close(StringBuilder svg) {
    return svg.append("</svg>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
