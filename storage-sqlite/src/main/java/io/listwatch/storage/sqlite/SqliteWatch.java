package io.listwatch.storage.sqlite;

import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Parking;
import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageWatch;
import io.listwatch.storage.StoredEntry;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cursor on the log: in memory while it keeps up with the {@link Tail}, else in the database,
 * which it reads page by page. Once it has delivered everything it is {@link Parking parked}.
 *
 * <p>Threads: the polling thread owns the position and the page.
 */
final class SqliteWatch implements StorageWatch {
  private final Tail tail;
  private final Readers readers;
  private final Revisions revisions;
  private final KeyRange range;
  private final Parking parking;

  /** Everything up to this revision has been delivered or skipped. */
  private long position;

  /** Changes read from the database and not yet delivered. */
  private final ArrayDeque<ChangeSet> page = new ArrayDeque<>();

  /** The position once the page has been delivered. */
  private long pageEnd;

  private @Nullable StorageException failure;

  private volatile boolean closed;

  SqliteWatch(
      Tail tail,
      Readers readers,
      Revisions revisions,
      KeyRange range,
      long after,
      Runnable onReadable) {
    this.tail = tail;
    this.readers = readers;
    this.revisions = revisions;
    this.range = range;
    this.parking = new Parking(tail.lock, range, after, onReadable);
    this.position = after;
  }

  @Override
  public @Nullable ChangeSet poll() {
    if (closed) {
      return null;
    }
    tail.checkOpen();
    if (failure != null) {
      throw failure;
    }
    try {
      position = parking.resume(position, tail::head);
      return next();
    } catch (StorageClosedException e) {
      throw e;
    } catch (StorageException e) {
      failure = e;
      throw e;
    }
  }

  private @Nullable ChangeSet next() {
    while (true) {
      ChangeSet read = page.poll();
      if (read != null) {
        position = read.revision();
        return read;
      }
      position = Math.max(position, pageEnd);
      revisions.checkKept(position);
      long readUpTo;
      LogEntry found = null;
      tail.lock.lock();
      try {
        tail.checkOpen();
        if (position >= tail.headLocked()) {
          return parking.restLocked(position, tail.headLocked());
        }
        readUpTo = tail.firstLocked() - 1;
        if (position >= readUpTo) {
          found = tail.searchLocked(range, position);
          position = found == null ? tail.searchEndLocked(position) : position;
        }
      } finally {
        tail.lock.unlock();
      }
      if (found != null) {
        return deliver(found);
      }
      if (position < readUpTo) {
        readPage(readUpTo);
      }
    }
  }

  private ChangeSet deliver(LogEntry found) {
    StoredEntry previous = found.hasPrevious() ? previous(found) : null;
    position = found.revision();
    return new ChangeSet(position, List.of(found.change(previous)));
  }

  private StoredEntry previous(LogEntry found) {
    LogEntry recent = tail.at(found.previousRevision());
    if (recent != null && recent.current() != null) {
      return recent.current();
    }
    StoredEntry stored = readers.read(session -> session.version(found.previousRevision()));
    if (stored == null) {
      throw missing(found.previousRevision());
    }
    return stored;
  }

  private void readPage(long upTo) {
    var read = readers.read(session -> session.history(range, position, upTo));
    // Checked after reading: rows that were read before compaction removed anything are valid.
    revisions.checkKept(position);
    if (read == null) {
      throw missing(position);
    }
    page.addAll(read.changes());
    pageEnd = read.end();
  }

  /**
   * Throws if the position has been compacted. Otherwise returns the failure for a version that is
   * missing although it should exist.
   */
  private StorageException missing(long revision) {
    revisions.checkKept(position);
    return new StorageException(
        "the log lacks revision %d (expected: it is kept); check the database".formatted(revision));
  }

  /**
   * Unparks this watch if one of the entries concerns it. Returns whether to {@link #signal} the
   * reader.
   */
  boolean offerLocked(List<LogEntry> entries, long head) {
    if (!parking.parked() || entries.isEmpty()) {
      return false;
    }
    for (var entry : entries) {
      if (entry.revision() > position && range.contains(entry.key())) {
        parking.unparkLocked(entry.revision() - 1);
        return true;
      }
    }
    return parking.progressRequested() && head >= position;
  }

  /**
   * Unparks this watch so that its next poll fails as compacted, because the revisions after {@code
   * revision} are skipped. Returns whether to signal the reader.
   */
  boolean strandLocked(long revision) {
    return parking.strandLocked(revision);
  }

  /** Asks the reader to poll. Called without the lock. */
  void signal() {
    parking.signal();
  }

  @Override
  public void requestProgress() {
    parking.requestProgress();
  }

  @Override
  public void close() {
    closed = true;
    tail.remove(this);
  }
}
