package io.listwatch.storage;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a watch stands that is a cursor on the history of its engine and has delivered everything:
 * it is <i>parked</i>, has no position then but is at the head by definition, until something that
 * concerns it gives it one. So history may be compacted under a watch to which nothing happens.
 *
 * <p>Threads: the polling thread rests and resumes; whoever has something for it unparks it. What
 * is shared is written under the engine's lock, which is held for moments only and never by one
 * that waits.
 */
public final class Parking {
  private static final Logger log = LoggerFactory.getLogger(Parking.class);

  private final ReentrantLock lock;
  private final KeyRange range;
  private final Runnable onReadable;

  /** Set by the polling thread; cleared by whoever has something for it. */
  private volatile boolean parked;

  /** From where to go on; written before {@link #parked} is cleared. */
  private long resumeAt;

  private volatile boolean progressRequested;

  /**
   * Of a watch that is not parked, and begins after a revision.
   *
   * @param lock the engine's
   */
  public Parking(ReentrantLock lock, KeyRange range, long after, Runnable onReadable) {
    this.lock = lock;
    this.range = range;
    this.resumeAt = after;
    this.onReadable = onReadable;
  }

  /**
   * Unparks for a poll, and answers from where to go on. Polling thread only.
   *
   * @param head asked for the last revision while the lock is held
   */
  public long resume(long position, LongSupplier head) {
    if (parked) {
      lock.lock();
      try {
        if (parked) {
          unparkLocked(head.getAsLong());
        }
      } finally {
        lock.unlock();
      }
    }
    return Math.max(position, resumeAt);
  }

  /** There are no changes up to {@code head}: that is progress if it was asked for. */
  public @Nullable ChangeSet restLocked(long position, long head) {
    // A watch that begins in the future is past the head.
    if (progressRequested && position == head) {
      progressRequested = false;
      return ChangeSet.progress(position);
    }
    parked = true;
    return null;
  }

  public boolean parked() {
    return parked;
  }

  /** Whether somebody waits to hear how far the watch has come. */
  public boolean progressRequested() {
    return progressRequested;
  }

  /** Goes on after {@code revision}, though not before where the watch began. */
  public void unparkLocked(long revision) {
    resumeAt = Math.max(resumeAt, revision);
    parked = false;
  }

  /** Answers whether to {@link #signal} because what follows {@code revision} is skipped. */
  public boolean strandLocked(long revision) {
    if (!parked) {
      return false;
    }
    unparkLocked(revision);
    return true;
  }

  public void requestProgress() {
    boolean wake;
    lock.lock();
    try {
      progressRequested = true;
      wake = parked;
    } finally {
      lock.unlock();
    }
    if (wake) {
      signal();
    }
  }

  /** Tells the reader to poll. Called without the lock. */
  public void signal() {
    try {
      onReadable.run();
    } catch (RuntimeException e) {
      log.error("The reader of a watch of {} failed to be woken", range, e);
    }
  }
}
