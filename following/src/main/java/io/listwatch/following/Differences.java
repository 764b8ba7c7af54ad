package io.listwatch.following;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The differences between two maps, as lines that begin with + (added), - (removed) or ~ (changed).
 */
record Differences(List<String> lines) {
  Differences {
    lines = List.copyOf(lines);
  }

  static Differences between(Map<String, String> before, Map<String, String> now) {
    SortedSet<String> keys = new TreeSet<>(before.keySet());
    keys.addAll(now.keySet());
    var lines = new ArrayList<String>();
    for (String key : keys) {
      String old = before.get(key);
      String current = now.get(key);
      if (current == null) {
        lines.add("- " + key);
      } else if (old == null) {
        lines.add("+ " + key + detail(current));
      } else if (!old.equals(current)) {
        lines.add("~ %s: %s -> %s".formatted(key, old, current));
      }
    }
    return new Differences(lines);
  }

  private static String detail(String value) {
    return value.isEmpty() ? "" : ": " + value;
  }

  /** Returns a summary, as in {@code 3 added, 1 removed, 0 changed}. */
  String counts() {
    return "%d added, %d removed, %d changed".formatted(count('+'), count('-'), count('~'));
  }

  private long count(char sign) {
    return lines.stream().filter(line -> line.charAt(0) == sign).count();
  }
}
