package io.listwatch.server.registry.table;

import java.util.List;

/** What is shown where there is nothing to show, or too much. */
final class Words {
  static final String NONE = "<none>";
  static final String UNSET = "<unset>";
  static final String UNKNOWN = "<unknown>";

  private Words() {}

  /** The first few, and how many more there are. */
  static String some(List<String> all, int max) {
    String shown = String.join(",", all.subList(0, Math.min(max, all.size())));
    return all.size() > max ? shown + " + " + (all.size() - max) + " more..." : shown;
  }
}
