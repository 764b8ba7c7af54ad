package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.sqlite.RevisionFile.Mark;
import io.listwatch.storage.sqlite.RevisionFile.State;

/**
 * Sees to it that the {@link RevisionFile} is ahead of every revision that is handed out. Writer
 * thread only, once the storage is open.
 */
final class Reservation {
  /** Revisions reserved at a time: few writes pay for the file, and a crash skips at most these. */
  static final long BLOCK = 10_000;

  private final RevisionFile file;
  private final String store;
  private long bound;

  Reservation(RevisionFile file, String store) {
    this.file = file;
    this.store = store;
  }

  /**
   * Returns when the disk knows that the revision may have been handed out.
   *
   * @throws StorageUnavailableException if that cannot be written
   */
  void cover(long revision) {
    if (revision > bound) {
      file.write(new Mark(store, State.OPEN, revision + BLOCK));
      bound = revision + BLOCK;
    }
  }

  /** The storage is closed, and no revision after this one was handed out. */
  void finish(long revision) {
    file.write(new Mark(store, State.CLOSED, revision));
  }
}
