package io.listwatch.server.registry.table;

import java.util.List;

/** The placeholders for missing values, and the abbreviation of long lists. */
final class Placeholders {
  static final String NONE = "<none>";
  static final String UNSET = "<unset>";
  static final String UNKNOWN = "<unknown>";

  private Placeholders() {}

  /** Joins the first few values, with the number of the others. */
  static String some(List<String> all, int max) {
    String shown = String.join(",", all.subList(0, Math.min(max, all.size())));
    return all.size() > max ? shown + " + " + (all.size() - max) + " more..." : shown;
  }
}
