package io.listwatch.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the most similar word, for "Did you mean". */
final class Similar {
  private static final int MAX_EDITS = 2;

  private Similar() {}

  /** Returns the word with the smallest edit distance, unless that exceeds the maximum. */
  static Optional<String> to(String typed, Collection<String> words) {
    return words.stream()
        .filter(word -> edits(typed, word) <= Math.min(MAX_EDITS, typed.length() / 2))
        .min(
            Comparator.comparingInt((String word) -> edits(typed, word))
                .thenComparing(word -> word));
  }

  /** The Damerau-Levenshtein distance: insertions, deletions, substitutions, transpositions. */
  private static int edits(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : fewest(edits, from, to, i, j);
      }
    }
    return edits[from.length()][to.length()];
  }

  private static int fewest(int[][] edits, String from, String to, int i, int j) {
    boolean same = from.charAt(i - 1) == to.charAt(j - 1);
    int fewest = Math.min(edits[i - 1][j] + 1, edits[i][j - 1] + 1);
    fewest = Math.min(fewest, edits[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
  }
}
