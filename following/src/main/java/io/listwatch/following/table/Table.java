package io.listwatch.following.table;

import io.listwatch.following.facts.Facts;
import java.util.List;
import java.util.Map;

/** Makes one of the server's tables, and compares two versions of it. */
public interface Table {
  /**
   * Makes the lines below the table's head.
   *
   * @param current the current lines of the table, from which hand-kept parts are taken
   */
  List<String> make(Facts facts, List<String> current);

  /**
   * Returns the table's statements by their subject, such as {@code core/v1.Pod.spec}. Two versions
   * of a table are compared by these.
   */
  Map<String, String> entries(List<String> lines);
}
