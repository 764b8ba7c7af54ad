package io.listwatch.json;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Matches the parts of two containers, in order.
 *
 * <p>First come the parts of the same identity, by a common subsequence, which is a longest one if
 * no identity occurs twice. Then, for arrays, the items in between that have a common prefix, and
 * at last runs of equal length.
 *
 * <p>Not thread-safe; create one for each pair of containers.
 */
final class PartMatches {
  /** Runs are searched for similar items up to this product of their lengths. */
  private static final int MAX_PAIRS = 1024;

  /** Maximum length of a common prefix: only so many bytes of two items are compared. */
  private static final int COMPARED = 64;

  /** Items with a shorter common prefix are not similar. */
  private static final int SIMILAR = 16;

  private final JsonParts parts;
  private final JsonParts next;

  /** For each part of the next container, the index of its match, or -1. */
  private final int[] matches;

  private PartMatches(JsonParts parts, JsonParts next) {
    this.parts = parts;
    this.next = next;
    this.matches = new int[next.count()];
    Arrays.fill(matches, -1);
  }

  /**
   * Returns for each part of {@code next} the index of the matching part, or -1. The indexes
   * increase.
   */
  static int[] of(JsonParts parts, JsonParts next) {
    var matching = new PartMatches(parts, next);
    matching.matchIdentical();
    if (!parts.object()) {
      matching.eachRun(matching::matchSimilar);
      matching.eachRun(matching::matchInOrder);
    }
    return matching.matches;
  }

  private void matchIdentical() {
    int from = 0;
    int shorter = Math.min(parts.count(), next.count());
    while (from < shorter && parts.sameIdentity(from, next, from)) {
      matches[from] = from;
      from++;
    }
    int to = parts.count();
    int nextTo = next.count();
    while (to > from && nextTo > from && parts.sameIdentity(to - 1, next, nextTo - 1)) {
      matches[--nextTo] = --to;
    }
    if (from < to && from < nextTo) {
      matchIdentical(from, to, nextTo);
    }
  }

  private void matchIdentical(int from, int to, int nextTo) {
    Map<String, ArrayDeque<Integer>> places = new HashMap<>();
    for (int i = from; i < to; i++) {
      places.computeIfAbsent(parts.identity(i), unused -> new ArrayDeque<>(2)).add(i);
    }
    var candidates = new int[nextTo];
    Arrays.fill(candidates, -1);
    for (int i = from; i < nextTo; i++) {
      ArrayDeque<Integer> found = places.get(next.identity(i));
      Integer first = found == null ? null : found.poll();
      candidates[i] = first == null ? -1 : first;
    }
    keepIncreasing(candidates, from);
  }

  /** Makes a longest increasing subsequence of the candidates matches. */
  private void keepIncreasing(int[] candidates, int from) {
    // For each length, the index of the smallest candidate that ends an increasing subsequence of
    // it.
    var ends = new int[candidates.length + 1];
    var before = new int[candidates.length];
    int longest = 0;
    for (int i = from; i < candidates.length; i++) {
      if (candidates[i] >= 0) {
        int low = 1;
        int high = longest + 1;
        while (low < high) {
          int middle = (low + high) >>> 1;
          if (candidates[ends[middle]] < candidates[i]) {
            low = middle + 1;
          } else {
            high = middle;
          }
        }
        before[i] = ends[low - 1];
        ends[low] = i;
        longest = Math.max(longest, low);
      }
    }
    for (int i = ends[longest]; longest > 0; longest--) {
      matches[i] = candidates[i];
      i = before[i];
    }
  }

  /** Calls {@code matching} for each run of parts without a match between two matches. */
  private void eachRun(RunMatching matching) {
    int from = 0;
    int nextFrom = 0;
    for (int i = 0; i <= matches.length; i++) {
      int to = i == matches.length ? parts.count() : matches[i];
      if (to >= 0) {
        if (from < to && nextFrom < i) {
          matching.match(from, to, nextFrom, i);
        }
        from = to + 1;
        nextFrom = i + 1;
      }
    }
  }

  /** Matches items so that the total length of their common prefixes is largest. */
  private void matchSimilar(int from, int to, int nextFrom, int nextTo) {
    int rows = to - from;
    int columns = nextTo - nextFrom;
    if (rows * (long) columns > MAX_PAIRS || rows * columns == 1) {
      return;
    }
    var best = new int[rows + 1][columns + 1];
    for (int i = rows - 1; i >= 0; i--) {
      for (int j = columns - 1; j >= 0; j--) {
        int pair = similarity(from + i, nextFrom + j) + best[i + 1][j + 1];
        best[i][j] = Math.max(pair, Math.max(best[i + 1][j], best[i][j + 1]));
      }
    }
    int i = 0;
    int j = 0;
    while (i < rows && j < columns && best[i][j] > 0) {
      if (best[i][j] == best[i + 1][j]) {
        i++;
      } else if (best[i][j] == best[i][j + 1]) {
        j++;
      } else {
        matches[nextFrom + j++] = from + i++;
      }
    }
  }

  private int similarity(int index, int nextIndex) {
    int alike = parts.alike(index, next, nextIndex, COMPARED);
    return alike < SIMILAR ? 0 : alike;
  }

  private void matchInOrder(int from, int to, int nextFrom, int nextTo) {
    if (to - from == nextTo - nextFrom) {
      for (int i = nextFrom; i < nextTo; i++) {
        matches[i] = from + i - nextFrom;
      }
    }
  }

  /** Matches parts of one run with those of another. */
  private interface RunMatching {
    void match(int from, int to, int nextFrom, int nextTo);
  }
}
