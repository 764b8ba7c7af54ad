package io.listwatch.campaign.history;

import io.listwatch.campaign.history.Timeline.Versioned;
import io.listwatch.campaign.history.Violation.Promise;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A complete list, from one page or several.
 *
 * @param color the label that the list selects; null for all objects
 * @param floor the minimum version of the list: the requested one, or the newest that any client
 *     had received before
 * @param version that of the list
 */
public record ListRead(
    String where,
    Consistency consistency,
    @Nullable String color,
    long floor,
    long version,
    Map<String, Versioned> items) {

  /** The consistency of a list: its resourceVersion and resourceVersionMatch. */
  public enum Consistency {
    LATEST,
    ANY,
    NOT_OLDER_THAN,
    EXACT
  }

  /** Compares lists with the states of the timeline. */
  public static List<Violation> check(Timeline timeline, List<ListRead> reads) {
    var found = new ArrayList<Violation>();
    Timeline.Sweep sweep = timeline.sweep();
    for (ListRead read :
        reads.stream().sorted(Comparator.comparingLong(ListRead::version)).toList()) {
      if (read.isStale()) {
        found.add(read.violation(Promise.FRESH, "has version " + read.version));
      }
      if (read.version >= timeline.startVersion()) {
        Map<String, Versioned> expected = read.selected(sweep.at(read.version));
        if (!expected.equals(read.items)) {
          found.add(
              read.violation(
                  Promise.ONE_MOMENT,
                  "at %d differs: %s".formatted(read.version, difference(expected, read.items))));
        }
      }
    }
    return found;
  }

  private boolean isStale() {
    return consistency == Consistency.EXACT
        ? version != floor
        : consistency != Consistency.ANY && version < floor;
  }

  private Map<String, Versioned> selected(Map<String, Versioned> state) {
    var selected = new HashMap<String, Versioned>();
    state.forEach(
        (key, object) -> {
          if (color == null || object.value().color().equals(color)) {
            selected.put(key, object);
          }
        });
    return selected;
  }

  private static String difference(Map<String, Versioned> expected, Map<String, Versioned> found) {
    var keys = new TreeSet<>(expected.keySet());
    keys.addAll(found.keySet());
    keys.removeIf(key -> Objects.equals(expected.get(key), found.get(key)));
    return keys.stream()
        .limit(3)
        .map(key -> "%s is %s (expected: %s)".formatted(key, found.get(key), expected.get(key)))
        .toList()
        .toString();
  }

  private Violation violation(Promise promise, String what) {
    return new Violation(
        promise, where, "a list (%s, floor %d) %s".formatted(consistency, floor, what));
  }
}
