package io.listwatch.following.table;

import io.listwatch.following.facts.Facts;
import java.util.List;
import java.util.Map;

/** One of the server's tables: how it is made, and how two versions of it are compared. */
public interface Table {
  /**
   * Makes the lines below the table's head.
   *
   * @param current the lines of the table as it is, for what is kept by hand in it
   */
  List<String> make(Facts facts, List<String> current);

  /**
   * What the table states, by what it is about, as in {@code core/v1.Pod.spec}. Two versions of a
   * table differ in what these differ in.
   */
  Map<String, String> entries(List<String> lines);
}
