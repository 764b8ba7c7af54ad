package io.listwatch.storage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A naive storage to compare engines with: it keeps every state whole and searches linearly. The
 * test passes in each revision that the engine made, so the model also fits an engine whose
 * revisions have gaps.
 */
final class StorageModel {
  private final List<State> states = new ArrayList<>();
  private final Map<Key, Instant> deadlines = new TreeMap<>();
  private long oldest;

  /** All entries at one revision, and the changes it made. */
  private record State(long revision, TreeMap<Key, StoredEntry> entries, List<Change> changes) {}

  StorageModel(long revision) {
    states.add(new State(revision, new TreeMap<>(), List.of()));
    oldest = revision;
  }

  long revision() {
    return last().revision;
  }

  long oldest() {
    return oldest;
  }

  /** Returns an earlier current revision, {@code back} states ago; the newest if zero. */
  long revision(int back) {
    return states.get(Math.max(0, states.size() - 1 - back)).revision;
  }

  @Nullable StoredEntry get(Key key) {
    return last().entries.get(key);
  }

  @Nullable StoredEntry get(Key key, long revision) {
    return at(revision).entries.get(key);
  }

  List<StoredEntry> range(KeyRange range, long revision) {
    return at(revision).entries.values().stream()
        .filter(entry -> range.contains(entry.key()))
        .toList();
  }

  private State last() {
    return states.get(states.size() - 1);
  }

  private State at(long revision) {
    State found = states.get(0);
    for (var state : states) {
      found = state.revision <= revision ? state : found;
    }
    return found;
  }

  List<ChangeSet> changes(KeyRange range, long after) {
    return states.stream()
        .filter(state -> state.revision > after)
        .map(state -> new ChangeSet(state.revision, within(range, state.changes)))
        .filter(set -> !set.isProgress())
        .toList();
  }

  private static List<Change> within(KeyRange range, List<Change> changes) {
    return changes.stream().filter(change -> range.contains(change.key())).toList();
  }

  void put(Key key, byte[] value, long revision, @Nullable Instant deadline) {
    StoredEntry previous = get(key);
    long created = previous == null ? revision : previous.createRevision();
    var entry = new StoredEntry(key, value, created, revision, deadline != null);
    var entries = new TreeMap<>(last().entries);
    entries.put(key, entry);
    deadlines.remove(key);
    if (deadline != null) {
      deadlines.put(key, deadline);
    }
    Change change =
        previous == null ? new Change.Created(entry) : new Change.Updated(entry, previous);
    states.add(new State(revision, entries, List.of(change)));
  }

  void delete(Set<Key> keys, long revision) {
    var entries = new TreeMap<>(last().entries);
    var changes = new ArrayList<Change>();
    for (var key : keys) {
      StoredEntry previous = entries.remove(key);
      if (previous == null) {
        throw new AssertionError(key + " is deleted and did not exist");
      }
      changes.add(new Change.Deleted(previous));
      deadlines.remove(key);
    }
    states.add(new State(revision, entries, changes));
  }

  /** Returns the keys whose deadline has passed. */
  Set<Key> due(Instant now) {
    var due = new TreeSet<Key>();
    deadlines.forEach(
        (key, deadline) -> {
          if (!deadline.isAfter(now)) {
            due.add(key);
          }
        });
    return due;
  }

  void compact(long revision) {
    oldest = Math.max(oldest, revision);
  }

  void jump(long revision) {
    states.add(new State(revision, last().entries, List.of()));
    oldest = revision;
  }
}
