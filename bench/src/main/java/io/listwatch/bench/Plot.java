package io.listwatch.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Lines over a common axis as an SVG file that looks like the console's plots. */
public final class Plot {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 320;
  private static final int LEFT = 56;
  private static final int RIGHT = 16;
  private static final int TOP = 56;
  private static final int BOTTOM = 44;
  private static final int TICKS = 5;

  /** The console fills the area below the first of one or two lines. */
  private static final int MAX_WITH_AREA = 2;

  /** The console's colors, which follow the system's light or dark mode. */
  private static final String STYLE =
      """
      text { font: 12px system-ui, sans-serif; fill: light-dark(#55615f, #9aaba8); }
      .title { font-size: 14px; fill: light-dark(#1a2225, #e6ecea); }
      .ground { fill: light-dark(#ffffff, #171e21); }
      .grid { stroke: light-dark(#d9ddd6, #2c373c); }
      path { fill: none; stroke-width: 2; stroke-linejoin: round; }
      .l0 { stroke: light-dark(#0f6b66, #4fd1c5); } .l1 { stroke: light-dark(#8a5c00, #e3b341); }
      .l2 { stroke: light-dark(#8250df, #b394f7); } .l3 { stroke: light-dark(#0969da, #6cb6ff); }
      .area { fill: light-dark(#0f6b66, #4fd1c5); opacity: 0.13; }
      """;

  private final String title;
  private final String across;
  private final List<Line> lines = new ArrayList<>();

  private record Line(String name, List<Double> x, List<Double> y) {}

  /**
   * @param title the plotted quantity, with its unit
   * @param across the label of the horizontal axis
   */
  public Plot(String title, String across) {
    this.title = title;
    this.across = across;
  }

  /** Adds a line. The first one gets the console's accent color. */
  public void add(String name, List<Double> x, List<Double> y) {
    if (x.size() != y.size() || x.isEmpty()) {
      throw new IllegalArgumentException(
          "line %s: %d and %d numbers (expected: as many of each, and some)"
              .formatted(name, x.size(), y.size()));
    }
    lines.add(new Line(name, List.copyOf(x), List.copyOf(y)));
  }

  /** Writes the file. */
  public void writeTo(Path file) throws IOException {
    Files.writeString(file, svg(), UTF_8);
  }

  String svg() {
    double right = end(lines.stream().flatMap(line -> line.x.stream()));
    double top = end(lines.stream().flatMap(line -> line.y.stream()));
    double step = step(top);
    double ceiling = Math.ceil(top / step) * step;
    var svg = new StringBuilder();
    append(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\""
            + " style=\"color-scheme: light dark\">\n<title>%s</title>\n<style>\n%s</style>\n"
            + "<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n",
        WIDTH,
        HEIGHT,
        escaped(title),
        STYLE,
        WIDTH,
        HEIGHT);
    append(svg, "<text class=\"title\" x=\"%d\" y=\"22\">%s</text>\n", LEFT, escaped(title));
    for (double y = 0; y <= ceiling + step / 2; y += step) {
      double at = vertical(y, ceiling);
      append(svg, "<path class=\"grid\" d=\"M %d %.1f H %d\"/>\n", LEFT, at, WIDTH - RIGHT);
      append(
          svg,
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
          LEFT - 8,
          at + 4,
          number(y));
    }
    double stride = step(right);
    for (double x = 0; x <= right + stride / 100; x += stride) {
      append(
          svg,
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
          horizontal(x, right),
          HEIGHT - BOTTOM + 18,
          number(x));
    }
    append(
        svg,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n",
        WIDTH - RIGHT,
        HEIGHT - 8,
        escaped(across));
    if (lines.size() <= MAX_WITH_AREA) {
      append(svg, "<path class=\"area\" d=\"%s\"/>\n", area(lines.get(0), right, ceiling));
    }
    int legend = LEFT;
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      append(svg, "<path class=\"l%d\" d=\"%s\"/>\n", i % 4, path(line, right, ceiling));
      append(svg, "<path class=\"l%d\" d=\"M %d 40 h 18\"/>\n", i % 4, legend);
      append(svg, "<text x=\"%d\" y=\"44\">%s</text>\n", legend + 24, escaped(line.name));
      legend += 44 + 7 * line.name.length();
    }
    return svg.append("</svg>\n").toString();
  }

  /** Returns the greatest number, or 1 if all are 0: an axis needs a length. */
  private static double end(Stream<Double> numbers) {
    double greatest = numbers.max(Double::compare).orElse(0.0);
    return greatest > 0 ? greatest : 1;
  }

  private static String area(Line line, double right, double ceiling) {
    return path(line, right, ceiling)
        + String.format(
            Locale.ROOT, " V %d H %.1f Z", HEIGHT - BOTTOM, horizontal(line.x.get(0), right));
  }

  private static String path(Line line, double right, double ceiling) {
    var path = new StringBuilder();
    for (int i = 0; i < line.x.size(); i++) {
      append(
          path,
          "%s %.1f %.1f",
          i == 0 ? "M" : " L",
          horizontal(line.x.get(i), right),
          vertical(line.y.get(i), ceiling));
    }
    return path.toString();
  }

  private static double horizontal(double x, double right) {
    return LEFT + (WIDTH - LEFT - RIGHT) * x / right;
  }

  private static double vertical(double y, double ceiling) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y / ceiling;
  }

  /** Returns 1, 2 or 5 times a power of ten, so that about five steps reach {@code end}. */
  static double step(double end) {
    double rough = end / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double digit = rough / power;
    return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? "%,d".formatted((long) value)
        : String.format(Locale.ROOT, "%.2f", value).replaceFirst("0$", "");
  }

  private static void append(StringBuilder to, String format, Object... values) {
    to.append(String.format(Locale.ROOT, format, values));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
