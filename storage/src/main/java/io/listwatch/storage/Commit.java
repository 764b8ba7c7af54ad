package io.listwatch.storage;

import java.time.Instant;
import java.util.List;

/**
 * One revision in memory: its changes and the whole state after it.
 *
 * @param changes empty if the revision was reached by {@link Storage#advanceTo}
 */
record Commit(long revision, Instant time, EntryTree state, List<Change> changes) {
  /** Returns the changes to keys of the range. */
  List<Change> changes(KeyRange range) {
    return changes.stream().filter(change -> range.contains(change.key())).toList();
  }

  boolean touches(KeyRange range) {
    return changes.stream().anyMatch(change -> range.contains(change.key()));
  }
}
