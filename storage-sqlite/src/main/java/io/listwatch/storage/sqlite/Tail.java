package io.listwatch.storage.sqlite;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.StorageClosedException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The end of the log in memory, and the watches that follow it. So a watch that keeps up never asks
 * the database for what is new. At the caps, of entries and of bytes, the oldest give way; a watch
 * that has not seen them reads them from the database.
 *
 * <p>Thread-safe. The lock is a leaf: nobody is called while it is held but the watches' own {@code
 * …Locked} methods.
 */
final class Tail {
  /** A power of two. */
  private static final int MAX_ENTRIES = 8192;

  private static final long MAX_BYTES = 8L << 20;

  /** Entries that one search goes through while others wait for the lock. */
  private static final int MAX_SEARCHED = 1024;

  final ReentrantLock lock = new ReentrantLock();

  /** Entries {@link #first} to {@link #head}, each where its revision says; revisions are dense. */
  @GuardedBy("lock")
  private final @Nullable LogEntry[] ring = new @Nullable LogEntry[MAX_ENTRIES];

  @GuardedBy("lock")
  private long first;

  @GuardedBy("lock")
  private long head;

  @GuardedBy("lock")
  private long bytes;

  /** As many as have been opened and not closed; each costs every group a look. */
  @GuardedBy("lock")
  private final Set<SqliteWatch> watches = new LinkedHashSet<>();

  /** Written under the lock. */
  private volatile boolean closed;

  Tail(long revision) {
    head = revision;
    first = revision + 1;
  }

  /** Answers which watches to signal once the lock is released. */
  List<SqliteWatch> append(List<LogEntry> entries) {
    lock.lock();
    try {
      for (var entry : entries) {
        appendLocked(entry);
      }
      var woken = new ArrayList<SqliteWatch>();
      for (var watch : watches) {
        if (watch.offerLocked(entries, head)) {
          woken.add(watch);
        }
      }
      return woken;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void appendLocked(LogEntry entry) {
    if (head - first + 1 == MAX_ENTRIES) {
      removeFirstLocked();
    }
    head = entry.revision();
    ring[index(head)] = entry;
    bytes += entry.bytes();
    while (bytes > MAX_BYTES && first < head) {
      removeFirstLocked();
    }
  }

  @GuardedBy("lock")
  private void removeFirstLocked() {
    LogEntry oldest = ring[index(first)];
    if (oldest != null) {
      bytes -= oldest.bytes();
    }
    ring[index(first)] = null;
    first++;
  }

  private static int index(long revision) {
    return (int) (revision & (MAX_ENTRIES - 1));
  }

  /** Goes on from {@code revision} with nothing before it. Answers which watches to signal. */
  List<SqliteWatch> jump(long revision) {
    lock.lock();
    try {
      while (first <= head) {
        removeFirstLocked();
      }
      long before = head;
      head = revision;
      first = revision + 1;
      return watches.stream().filter(watch -> watch.strandLocked(before)).toList();
    } finally {
      lock.unlock();
    }
  }

  /** The last revision. */
  @GuardedBy("lock")
  long headLocked() {
    return head;
  }

  long head() {
    lock.lock();
    try {
      return head;
    } finally {
      lock.unlock();
    }
  }

  /** The first revision that is in memory, or else the one to come. */
  @GuardedBy("lock")
  long firstLocked() {
    return first;
  }

  /** Where a search that finds nothing ends. */
  @GuardedBy("lock")
  long searchEndLocked(long after) {
    return Math.min(head, after + MAX_SEARCHED);
  }

  /** The first entry of the range; null if there is none up to the search's end. */
  @GuardedBy("lock")
  @Nullable LogEntry searchLocked(KeyRange range, long after) {
    long end = searchEndLocked(after);
    for (long revision = after + 1; revision <= end; revision++) {
      LogEntry entry = ring[index(revision)];
      if (entry != null && range.contains(entry.key())) {
        return entry;
      }
    }
    return null;
  }

  /** Null if it is not in memory. */
  @Nullable LogEntry at(long revision) {
    lock.lock();
    try {
      return first <= revision && revision <= head ? ring[index(revision)] : null;
    } finally {
      lock.unlock();
    }
  }

  void add(SqliteWatch watch) {
    lock.lock();
    try {
      if (!closed) {
        watches.add(watch);
      }
    } finally {
      lock.unlock();
    }
  }

  void remove(SqliteWatch watch) {
    lock.lock();
    try {
      watches.remove(watch);
    } finally {
      lock.unlock();
    }
  }

  void checkOpen() {
    if (closed) {
      throw new StorageClosedException();
    }
  }

  /** Answers which watches to signal. */
  List<SqliteWatch> close() {
    lock.lock();
    try {
      closed = true;
      var open = List.copyOf(watches);
      watches.clear();
      return open;
    } finally {
      lock.unlock();
    }
  }
}
