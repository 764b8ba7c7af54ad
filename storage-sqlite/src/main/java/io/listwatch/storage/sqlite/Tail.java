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
 * The last entries of the log in memory, and the watches that follow them. A watch that keeps up
 * never queries the database for new changes. Beyond a number of entries or bytes the oldest are
 * dropped, and a watch that has not read them yet reads them from the database.
 *
 * <p>Thread-safe. The lock is a leaf: only the watches' own {@code …Locked} methods are called
 * while it is held.
 */
final class Tail {
  /** A power of two. */
  private static final int MAX_ENTRIES = 8192;

  private static final long MAX_BYTES = 8L << 20;

  /** Maximum number of entries that one search visits while holding the lock. */
  private static final int MAX_SEARCHED = 1024;

  final ReentrantLock lock = new ReentrantLock();

  /** Entries {@link #first} to {@link #head}, indexed by revision; revisions have no gaps. */
  @GuardedBy("lock")
  private final @Nullable LogEntry[] ring = new @Nullable LogEntry[MAX_ENTRIES];

  @GuardedBy("lock")
  private long first;

  @GuardedBy("lock")
  private long head;

  @GuardedBy("lock")
  private long bytes;

  /** The open watches; every group of writes checks each of them. */
  @GuardedBy("lock")
  private final Set<SqliteWatch> watches = new LinkedHashSet<>();

  /** Written under the lock. */
  private volatile boolean closed;

  Tail(long revision) {
    head = revision;
    first = revision + 1;
  }

  /** Returns the watches to signal once the lock is released. */
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

  /** Drops all entries and continues after {@code revision}. Returns the watches to signal. */
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

  /** Returns the last revision. */
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

  /** Returns the first revision in memory; {@code head + 1} if there is none. */
  @GuardedBy("lock")
  long firstLocked() {
    return first;
  }

  /** Returns the last revision that a search after {@code after} visits. */
  @GuardedBy("lock")
  long searchEndLocked(long after) {
    return Math.min(head, after + MAX_SEARCHED);
  }

  /** Returns the next entry in the range; null if there is none up to the end of the search. */
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

  /** Null if the revision is not in memory. */
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

  boolean closed() {
    return closed;
  }

  void checkOpen() {
    if (closed) {
      throw new StorageClosedException();
    }
  }

  /** Returns the watches to signal. */
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
