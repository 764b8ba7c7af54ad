package io.listwatch.storage.sqlite;

import io.listwatch.storage.Change;
import io.listwatch.storage.Key;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredEntry;
import org.jspecify.annotations.Nullable;

/**
 * One revision: the version of a key that it wrote, and the revision of the version that it
 * replaced.
 *
 * @param current null if the key was deleted
 * @param previousRevision zero if the key was absent
 */
record LogEntry(long revision, Key key, @Nullable StoredEntry current, long previousRevision) {
  boolean hasPrevious() {
    return previousRevision > 0;
  }

  /** Approximate size in memory. */
  int bytes() {
    return key.length() + (current == null ? 0 : current.value().length);
  }

  /**
   * @param previous the version at {@link #previousRevision}; null if the key was absent
   */
  Change change(@Nullable StoredEntry previous) {
    if (current == null) {
      if (previous == null) {
        throw new StorageException("revision " + revision + " deletes a key that was absent");
      }
      return new Change.Deleted(previous);
    }
    return previous == null ? new Change.Created(current) : new Change.Updated(current, previous);
  }
}
