package io.listwatch.workloads.job;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A set of completion indexes as sorted intervals, which the status writes as {@code 0,3-5}.
 *
 * <p>Immutable. Its size depends on the number of intervals, not of indexes.
 */
final class Indexes {
  static final Indexes NONE = new Indexes(new TreeMap<>());

  /** Nine digits are more than any index has. */
  private static final Pattern INTERVAL = Pattern.compile("\\d{1,9}(-\\d{1,9})?");

  /** The last index of each interval by its first. Intervals neither overlap nor touch. */
  private final NavigableMap<Integer, Integer> intervals;

  private Indexes(NavigableMap<Integer, Integer> intervals) {
    this.intervals = intervals;
  }

  static Indexes of(Collection<Integer> indexes) {
    return NONE.with(indexes);
  }

  /**
   * Parses {@code text}. Ignores intervals that are malformed, and indexes that are not below
   * {@code completions}, as kube-controller-manager does.
   */
  static Indexes parse(String text, int completions) {
    var parsed = new TreeMap<Integer, Integer>();
    for (String interval : text.split(",", -1)) {
      parse(interval, completions, parsed);
    }
    return new Indexes(parsed);
  }

  private static void parse(
      String interval, int completions, NavigableMap<Integer, Integer> parsed) {
    if (!INTERVAL.matcher(interval).matches()) {
      return;
    }
    String[] limits = interval.split("-", -1);
    int first = Integer.parseInt(limits[0]);
    int last = Integer.parseInt(limits[limits.length - 1]);
    add(parsed, first, Math.min(last, completions - 1));
  }

  private static void add(NavigableMap<Integer, Integer> into, int from, int to) {
    int first = from;
    int last = to;
    if (first > last) {
      return;
    }
    var before = into.floorEntry(first);
    if (before != null && before.getValue() >= first - 1) {
      first = before.getKey();
      last = Math.max(last, before.getValue());
      into.remove(first);
    }
    for (var next = into.ceilingEntry(first);
        next != null && next.getKey() <= last + 1;
        next = into.ceilingEntry(first)) {
      last = Math.max(last, next.getValue());
      into.remove(next.getKey());
    }
    into.put(first, last);
  }

  Indexes with(Collection<Integer> indexes) {
    var merged = new TreeMap<>(intervals);
    indexes.forEach(index -> add(merged, index, index));
    return new Indexes(merged);
  }

  Indexes with(Indexes others) {
    var merged = new TreeMap<>(intervals);
    others.intervals.forEach((first, last) -> add(merged, first, last));
    return new Indexes(merged);
  }

  boolean has(int index) {
    var before = intervals.floorEntry(index);
    return before != null && before.getValue() >= index;
  }

  boolean isEmpty() {
    return intervals.isEmpty();
  }

  int size() {
    return intervals.entrySet().stream()
        .mapToInt(each -> each.getValue() - each.getKey() + 1)
        .sum();
  }

  /** Returns how many of these indexes are in {@code others}, too. */
  int overlap(Indexes others) {
    int common = 0;
    for (var mine : intervals.entrySet()) {
      for (var other : others.intervals.headMap(mine.getValue(), true).entrySet()) {
        int last = Math.min(mine.getValue(), other.getValue());
        common += Math.max(0, last - Math.max(mine.getKey(), other.getKey()) + 1);
      }
    }
    return common;
  }

  /** Returns the lowest indexes below {@code completions} that are not in this set. */
  List<Integer> missing(int count, int completions) {
    var missing = new ArrayList<Integer>();
    int index = 0;
    while (index < completions && missing.size() < count) {
      Map.Entry<Integer, Integer> before = intervals.floorEntry(index);
      if (before != null && before.getValue() >= index) {
        index = before.getValue();
      } else {
        missing.add(index);
      }
      index++;
    }
    return missing;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Indexes indexes && indexes.intervals.equals(intervals);
  }

  @Override
  public int hashCode() {
    return intervals.hashCode();
  }

  /**
   * Returns the form of the status: two adjacent indexes are {@code 3,4}, three are {@code 3-5}.
   */
  @Override
  public String toString() {
    var parts = new ArrayList<String>();
    intervals.forEach((first, last) -> parts.add(text(first, last)));
    return String.join(",", parts);
  }

  private static String text(int first, int last) {
    if (first == last) {
      return String.valueOf(first);
    }
    return first + (last == first + 1 ? "," : "-") + last;
  }
}
