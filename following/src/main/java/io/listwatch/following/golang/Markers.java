package io.listwatch.following.golang;

import java.util.List;
import java.util.regex.Pattern;

/** Comment lines for code generators, such as {@code +listType=map}. */
public final class Markers {
  private static final Pattern MARKER = Pattern.compile("\\+[A-Za-z][\\w.:-]*($|[=(].*)");

  private Markers() {}

  /** Returns the markers of a comment, without the plus sign. */
  static List<String> of(List<GoToken> comments) {
    return comments.stream()
        .flatMap(comment -> comment.text().lines())
        .map(String::strip)
        .filter(line -> MARKER.matcher(line).matches())
        .map(line -> line.substring(1))
        .toList();
  }

  /** Returns the values of a marker, in the order of the source. */
  public static List<String> values(List<String> markers, String name) {
    return markers.stream()
        .filter(marker -> marker.startsWith(name + "="))
        .map(marker -> marker.substring(name.length() + 1))
        .toList();
  }

  /** Returns the first value of a marker; empty if there is none. */
  public static String value(List<String> markers, String name) {
    return values(markers, name).stream().findFirst().orElse("");
  }

  /** True if the marker is present, with or without a value. */
  public static boolean has(List<String> markers, String name) {
    return markers.stream().anyMatch(each -> each.equals(name) || each.startsWith(name + "="));
  }
}
