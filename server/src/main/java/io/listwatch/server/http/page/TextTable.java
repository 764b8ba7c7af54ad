package io.listwatch.server.http.page;

import java.util.List;

/** Lays out rows of text as Go's {@code tabwriter} does: columns of at least eight characters. */
final class TextTable {
  private static final int MIN_WIDTH = 8;

  private TextTable() {}

  /** Returns a line for each row, with commas between the cells. All rows have the same length. */
  static String of(List<List<String>> rows) {
    var text = new StringBuilder();
    int last = rows.get(0).size() - 1;
    for (List<String> row : rows) {
      for (int column = 0; column < last; column++) {
        text.append(padded(row.get(column) + ",", width(rows, column)));
      }
      text.append(row.get(last)).append('\n');
    }
    return text.toString();
  }

  private static int width(List<List<String>> rows, int column) {
    int longest = rows.stream().mapToInt(row -> length(row.get(column))).max().orElse(0);
    return Math.max(MIN_WIDTH, longest + 2);
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - length(text)));
  }
}
