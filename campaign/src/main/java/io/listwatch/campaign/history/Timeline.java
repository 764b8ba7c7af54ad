package io.listwatch.campaign.history;

import io.listwatch.campaign.history.Violation.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The history of the collection, as the storage watch delivered it. All other taps are compared
 * with it.
 *
 * <p>Not thread-safe.
 */
public final class Timeline {
  /**
   * One change to one object.
   *
   * @param before null if the object did not exist
   * @param after null if the object was deleted
   */
  public record Change(long version, String key, @Nullable Value before, @Nullable Value after) {}

  /** An object with the version of its last write. */
  public record Versioned(Value value, long version) {}

  private final List<Change> changes = new ArrayList<>();
  private final Map<String, Versioned> start = new TreeMap<>();
  private final Map<String, Versioned> state = new TreeMap<>();
  private long startVersion;
  private long version;

  /** Starts at an empty collection. */
  public Timeline() {}

  /**
   * Adds a change, and checks it against those before.
   *
   * @return the violations; empty if there are none
   */
  public List<Violation> add(Change change) {
    var found = new ArrayList<Violation>();
    Change last = changes.isEmpty() ? null : changes.get(changes.size() - 1);
    boolean sameRevision =
        last != null && last.version() == change.version() && !last.key().equals(change.key());
    if (change.version() <= version && !sameRevision) {
      found.add(
          new Violation(Promise.ORDERED, "storage watch", change + " after version " + version));
      return found;
    }
    Versioned known = state.get(change.key());
    if (!Objects.equals(known == null ? null : known.value(), change.before())) {
      found.add(new Violation(Promise.PREVIOUS_VALUE, "storage watch", change + " after " + known));
    }
    changes.add(change);
    version = change.version();
    apply(state, change);
    return found;
  }

  private static void apply(Map<String, Versioned> state, Change change) {
    Value after = change.after();
    if (after == null) {
      state.remove(change.key());
    } else {
      state.put(change.key(), new Versioned(after, change.version()));
    }
  }

  /** Records that all changes up to a version have been added. */
  public void reached(long newVersion) {
    version = Math.max(version, newVersion);
  }

  /** Drops the changes. The current state becomes the start state. */
  public void forget() {
    changes.clear();
    start.clear();
    start.putAll(state);
    startVersion = version;
  }

  public List<Change> changes() {
    return changes;
  }

  /** Returns the version before the first change that is kept. */
  public long startVersion() {
    return startVersion;
  }

  /** Returns the version up to which this timeline is complete. */
  public long version() {
    return version;
  }

  public Map<String, Versioned> state() {
    return Map.copyOf(state);
  }

  /** Returns the state before the first change that is kept. */
  public Map<String, Versioned> startState() {
    return Map.copyOf(start);
  }

  /** Returns the index of the first change after a version. */
  public int firstAfter(long after) {
    int low = 0;
    int high = changes.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (changes.get(middle).version() <= after) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Reads states of the collection, at versions that do not decrease. */
  public final class Sweep {
    private final Map<String, Versioned> current = new HashMap<>(start);
    private int next;

    /** Returns the state at a version; the next call changes the returned map. */
    public Map<String, Versioned> at(long wanted) {
      while (next < changes.size() && changes.get(next).version() <= wanted) {
        apply(current, changes.get(next++));
      }
      return current;
    }
  }

  public Sweep sweep() {
    return new Sweep();
  }
}
