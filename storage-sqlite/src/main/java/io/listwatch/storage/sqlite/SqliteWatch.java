package io.listwatch.storage.sqlite;

import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageWatch;
import io.listwatch.storage.StoredEntry;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cursor on the log: in memory while it keeps up with the {@link Tail}, and else in the database,
 * from which it reads a page at a time.
 *
 * <p>When it has delivered everything it is <i>parked</i>: it has no position then but is at the
 * head by definition, until an entry of its range gives it one. So history may be compacted under a
 * watch to which nothing happens.
 *
 * <p>Threads: the polling thread owns the position and the page; what is shared is written under
 * the tail's lock, which is held for moments only and never by one that waits.
 */
final class SqliteWatch implements StorageWatch {
  private static final Logger log = LoggerFactory.getLogger(SqliteWatch.class);

  private final Tail tail;
  private final Readers readers;
  private final Revisions revisions;
  private final KeyRange range;
  private final Runnable onReadable;

  /** Everything up to here has been delivered or skipped. */
  private long position;

  /** What was read from the database and not yet delivered. */
  private final ArrayDeque<ChangeSet> page = new ArrayDeque<>();

  /** Where to go on once the page has been delivered. */
  private long pageEnd;

  private @Nullable StorageException failure;

  /** Set by the polling thread; cleared by whoever has something for it. */
  private volatile boolean parked;

  /** From where to go on; written before {@link #parked} is cleared. */
  private long resumeAt;

  private volatile boolean progressRequested;
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
    this.onReadable = onReadable;
    this.position = after;
    this.resumeAt = after;
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
      resume();
      return next();
    } catch (StorageClosedException e) {
      throw e;
    } catch (StorageException e) {
      failure = e;
      throw e;
    }
  }

  private void resume() {
    if (parked) {
      tail.lock.lock();
      try {
        if (parked) {
          unparkLocked(tail.headLocked());
        }
      } finally {
        tail.lock.unlock();
      }
    }
    position = Math.max(position, resumeAt);
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
          return restLocked(tail.headLocked());
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

  /** There are no changes up to the head: that is progress if it was asked for. */
  private @Nullable ChangeSet restLocked(long head) {
    // A watch that begins in the future is past the head.
    if (progressRequested && position == head) {
      progressRequested = false;
      return ChangeSet.progress(position);
    }
    parked = true;
    return null;
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
      throw lacks(found.previousRevision());
    }
    return stored;
  }

  private void readPage(long upTo) {
    var read = readers.read(session -> session.history(range, position, upTo));
    // Asked only now: what has been read before something was removed is good.
    revisions.checkKept(position);
    if (read == null) {
      throw lacks(position);
    }
    page.addAll(read.changes());
    pageEnd = read.end();
  }

  /** Says why a version is not there: it has been compacted, or else it should be. */
  private StorageException lacks(long revision) {
    revisions.checkKept(position);
    return new StorageException(
        "the log lacks revision %d (expected: it is kept); check the database".formatted(revision));
  }

  /** Answers whether this is to be {@link #signal signalled} because of what was appended. */
  boolean offerLocked(List<LogEntry> entries, long head) {
    if (!parked || entries.isEmpty()) {
      return false;
    }
    for (var entry : entries) {
      if (entry.revision() > position && range.contains(entry.key())) {
        unparkLocked(entry.revision() - 1);
        return true;
      }
    }
    return progressRequested && head >= position;
  }

  /** Answers whether this is to be signalled because what follows {@code revision} is skipped. */
  boolean strandLocked(long revision) {
    if (!parked) {
      return false;
    }
    unparkLocked(revision);
    return true;
  }

  /** Goes on after {@code revision}, though not before where this began. */
  private void unparkLocked(long revision) {
    resumeAt = Math.max(resumeAt, revision);
    parked = false;
  }

  /** Tells the reader to poll. Called without the lock. */
  void signal() {
    try {
      onReadable.run();
    } catch (RuntimeException e) {
      log.error("The reader of a watch of {} failed to be woken", range, e);
    }
  }

  @Override
  public void requestProgress() {
    boolean wake;
    tail.lock.lock();
    try {
      progressRequested = true;
      wake = parked;
    } finally {
      tail.lock.unlock();
    }
    if (wake) {
      signal();
    }
  }

  @Override
  public void close() {
    closed = true;
    tail.remove(this);
  }
}
