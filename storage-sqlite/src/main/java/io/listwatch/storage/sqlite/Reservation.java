package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.sqlite.RevisionFile.Mark;
import io.listwatch.storage.sqlite.RevisionFile.State;

/**
 * Keeps the mark in the {@link RevisionFile} ahead of every revision that is handed out. Writer
 * thread only, once the storage is open.
 */
final class Reservation {
  /**
   * Number of revisions reserved at a time. Only one write in this many has to write the file, and
   * a crash skips at most this many revisions.
   */
  static final long BLOCK = 10_000;

  private final RevisionFile file;
  private final String store;
  private long bound;

  Reservation(RevisionFile file, String store) {
    this.file = file;
    this.store = store;
  }

  /**
   * Makes sure that the mark on disk is at or past the revision.
   *
   * @throws StorageUnavailableException if the file cannot be written
   */
  void cover(long revision) {
    if (revision > bound) {
      file.write(new Mark(store, State.OPEN, revision + BLOCK));
      bound = revision + BLOCK;
    }
  }

  /** Records a clean shutdown at this revision. */
  void finish(long revision) {
    file.write(new Mark(store, State.CLOSED, revision));
  }
}
