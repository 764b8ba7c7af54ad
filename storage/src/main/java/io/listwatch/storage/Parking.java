package io.listwatch.storage;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parked state of a watch that is a cursor on its engine's history. A watch that has delivered
 * everything is <i>parked</i>: it has no position and counts as being at the head, until a change,
 * progress or a jump that concerns it unparks it at a position. So history can be compacted without
 * failing a watch whose keys do not change.
 *
 * <p>Threads: the polling thread parks the watch and resumes it; writers unpark it. Shared state is
 * written under the engine's lock, which is held only for moments, never while waiting.
 */
public final class Parking {
  private static final Logger log = LoggerFactory.getLogger(Parking.class);

  private final ReentrantLock lock;
  private final KeyRange range;
  private final Runnable onReadable;

  /** Set by the polling thread; cleared by the thread that unparks. */
  private volatile boolean parked;

  /** The revision to resume after; written before {@link #parked} is cleared. */
  private long resumeAt;

  private volatile boolean progressRequested;

  /**
   * The state of a new watch, which is not parked yet and begins after a revision.
   *
   * @param lock the engine's lock
   */
  public Parking(ReentrantLock lock, KeyRange range, long after, Runnable onReadable) {
    this.lock = lock;
    this.range = range;
    this.resumeAt = after;
    this.onReadable = onReadable;
  }

  /**
   * Unparks for a poll and returns the revision to resume after. Polling thread only.
   *
   * @param head supplies the current revision; called under the lock
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

  /**
   * Called when there are no changes up to {@code head}. Returns progress if it was requested, else
   * parks.
   */
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

  /** True if progress was requested and has not been delivered yet. */
  public boolean progressRequested() {
    return progressRequested;
  }

  /** Resumes after {@code revision}, but not before the revision at which the watch began. */
  public void unparkLocked(long revision) {
    resumeAt = Math.max(resumeAt, revision);
    parked = false;
  }

  /**
   * Unparks a parked watch so that its next poll finds that the revisions after {@code revision}
   * were skipped. Returns whether the caller must {@link #signal} the reader.
   */
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

  /** Asks the reader to poll. Called without the lock. */
  public void signal() {
    try {
      onReadable.run();
    } catch (RuntimeException e) {
      log.error("Failed to wake the reader of a watch of {}", range, e);
    }
  }
}
