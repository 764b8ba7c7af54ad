package io.listwatch.testing.inside;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageWatch;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The times of the last changes of a storage. The storage itself keeps no times.
 *
 * <p>Threads: the timers' thread reads the storage; any thread may read the times.
 */
final class ChangeTimes implements AutoCloseable {
  private static final int MAX = 2 * ChangeJournal.MAX_LINES;

  private final Timers timers;
  private final StorageWatch watch;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final TreeMap<Long, Instant> times = new TreeMap<>();

  /** True until the watch is open: then the constructor schedules the first read itself. */
  @GuardedBy("lock")
  private boolean scheduled = true;

  ChangeTimes(Storage storage, Timers timers) {
    this.timers = timers;
    long now = storage.currentRevision().toCompletableFuture().join();
    this.watch = storage.watch(KeyRange.all(), now, this::schedule);
    timers.schedule(Duration.ZERO, this::read);
  }

  private void schedule() {
    lock.lock();
    try {
      if (scheduled) {
        return;
      }
      scheduled = true;
    } finally {
      lock.unlock();
    }
    timers.schedule(Duration.ZERO, this::read);
  }

  private void read() {
    lock.lock();
    try {
      // Cleared before the poll: a change that arrives during the poll must schedule another one.
      scheduled = false;
    } finally {
      lock.unlock();
    }
    Instant now = timers.now();
    try {
      for (ChangeSet set = watch.poll(); set != null; set = watch.poll()) {
        add(set.revision(), now);
      }
    } catch (StorageException closed) {
      // The storage is closed, or its history was compacted: later changes have no time.
    }
  }

  private void add(long revision, Instant at) {
    lock.lock();
    try {
      times.put(revision, at);
      if (times.size() > MAX) {
        times.pollFirstEntry();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the times by revision. */
  Map<Long, Instant> times() {
    lock.lock();
    try {
      return Map.copyOf(times);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    watch.close();
  }
}
