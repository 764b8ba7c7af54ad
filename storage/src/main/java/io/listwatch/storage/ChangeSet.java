package io.listwatch.storage;

import java.util.Comparator;
import java.util.List;

/**
 * All changes of one revision to the keys of a watch. Without changes it is a progress
 * notification: the watch has delivered everything up to that revision.
 *
 * @param changes in key order, at most one for each key
 */
public record ChangeSet(long revision, List<Change> changes) {
  public ChangeSet {
    changes = changes.stream().sorted(Comparator.comparing(Change::key)).toList();
  }

  /** Returns a progress notification: no further changes up to {@code revision}. */
  public static ChangeSet progress(long revision) {
    return new ChangeSet(revision, List.of());
  }

  public boolean isProgress() {
    return changes.isEmpty();
  }
}
