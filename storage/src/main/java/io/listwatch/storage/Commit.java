package io.listwatch.storage;

import java.time.Instant;
import java.util.List;

/**
 * One revision in memory: what it changed, and everything there was once it had been made.
 *
 * @param changes none if the revision was reached by a jump
 */
record Commit(long revision, Instant time, EntryTree state, List<Change> changes) {
  /** What was changed of the range. */
  List<Change> changes(KeyRange range) {
    return changes.stream().filter(change -> range.contains(change.key())).toList();
  }

  boolean touches(KeyRange range) {
    return changes.stream().anyMatch(change -> range.contains(change.key()));
  }
}
