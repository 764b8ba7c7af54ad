package io.listwatch.following.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares tables with lines for types and, indented by a tab, for their members. */
final class NestedLines {
  private NestedLines() {}

  /**
   * Returns the lines by type, or by type and member.
   *
   * @param key the cell with the member's name
   */
  static Map<String, String> entries(List<String> lines, int key) {
    var entries = new LinkedHashMap<String, String>();
    String type = "";
    for (String line : lines) {
      String[] cells = line.split("\t", -1);
      if (line.startsWith("\t")) {
        entries.put(type + "." + cells[key], line.strip().replace("\t", " "));
      } else {
        type = cells[0];
        entries.put(line.replace("\t", " "), "");
      }
    }
    return entries;
  }
}
