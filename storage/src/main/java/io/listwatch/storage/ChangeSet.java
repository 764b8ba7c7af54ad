package io.listwatch.storage;

import java.util.Comparator;
import java.util.List;

/**
 * Everything that one revision did to the keys of a watch. Without changes it is progress: the
 * watch has delivered all up to that revision.
 *
 * @param changes in the order of keys, each at most once
 */
public record ChangeSet(long revision, List<Change> changes) {
  public ChangeSet {
    changes = changes.stream().sorted(Comparator.comparing(Change::key)).toList();
  }

  /** Nothing more happened up to {@code revision}. */
  public static ChangeSet progress(long revision) {
    return new ChangeSet(revision, List.of());
  }

  public boolean isProgress() {
    return changes.isEmpty();
  }
}
