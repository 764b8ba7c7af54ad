package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageFullException;
import java.sql.SQLException;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the bytes in use by the database, which are its pages without the free ones.
 *
 * <pre>
 *   below the quota        everything is written
 *   quota reached          creates fail, and updates that grow by more than {@value #MAX_GROWTH} bytes
 *   reserve used up, too   all updates that grow fail, and history keeps the last {@value
 *                          #MIN_HISTORY} revisions only
 *   15/16 of the quota     everything is written again
 * </pre>
 *
 * <p>Deletions, expiry and compaction are never rejected. The small growth is for the removal of
 * objects, which first adds a deletion timestamp, conditions and managed fields, and for renewed
 * Leases.
 *
 * <p>Threads: the writer's, except for {@link #used} and {@link #reached}.
 */
final class Quota {
  /** No limit. The size is still measured. */
  static final long NONE = 0;

  /** Bytes by which an update may grow an object while the quota is reached. */
  static final int MAX_GROWTH = 4096;

  /**
   * The revisions that history keeps once the reserve is used up. Updates are allowed even then,
   * and each of them leaves a version in the history.
   */
  static final int MIN_HISTORY = 1_000;

  /**
   * The minimum reserve in bytes. The write that reaches the quota may exceed it by a whole group
   * of writes, and by what was written since the last measurement: 9 MiB together.
   */
  static final long MIN_RESERVE = 16 << 20;

  /** Stands for the growth by a new key, which is always rejected while the quota is reached. */
  static final long CREATE = Long.MAX_VALUE;

  private static final Logger log = LoggerFactory.getLogger(Quota.class);

  /** Maximum number of bytes written between two measurements. */
  private static final long STEP = 1 << 20;

  /**
   * Writes succeed again when 1/{@value} of the quota is free, so that the next write does not
   * reach the quota again.
   */
  private static final int PARTS = 16;

  private final long max;
  private final long step;
  private long writtenSinceMeasured;
  private volatile long used;
  private volatile boolean reached;

  /**
   * @param max in bytes, or {@link #NONE}
   */
  Quota(long max) {
    this.max = max;
    this.step = max == NONE ? STEP : Math.min(STEP, max / PARTS);
  }

  long max() {
    return max;
  }

  /** Returns the bytes in use when they were last measured. */
  long used() {
    return used;
  }

  /** True while the quota is reached. */
  boolean reached() {
    return reached;
  }

  /**
   * Rejects a write that is not allowed while the quota is reached.
   *
   * @param growth bytes by which the value is larger than the one it replaces, or {@link #CREATE}
   */
  void admit(long growth) {
    if (growth > (reserveUsedUp() ? 0 : MAX_GROWTH)) {
      throw new StorageFullException(
          "storage is full: %s of the quota of %s are used; delete objects, or raise the quota"
              .formatted(mebibytes(used), mebibytes(max)));
    }
  }

  private boolean reserveUsedUp() {
    return reached && used >= max + Math.max(max / PARTS, MIN_RESERVE);
  }

  /**
   * Returns the number of revisions that history may keep.
   *
   * @param retained the number without a quota
   */
  int history(int retained) {
    return reserveUsedUp() ? Math.min(retained, MIN_HISTORY) : retained;
  }

  /**
   * Measures the database if enough has changed. Called before each commit, inside the transaction.
   *
   * @param bytes number of bytes that the transaction writes
   */
  void measure(WriteSession session, long bytes) throws SQLException {
    writtenSinceMeasured += bytes;
    if (reached || writtenSinceMeasured >= step) {
      measure(session);
    }
  }

  /** Measures the database. */
  void measure(WriteSession session) throws SQLException {
    writtenSinceMeasured = 0;
    used = session.usedBytes();
    if (max == NONE) {
      return;
    }
    if (!reached && used >= max) {
      reached = true;
      log.warn(
          "storage is full: {} of the quota of {} are used; writes that need more space fail until"
              + " objects are deleted and their history is compacted",
          mebibytes(used),
          mebibytes(max));
    } else if (reached && used < max - max / PARTS) {
      reached = false;
      log.info("storage is not full any more: {} are used", mebibytes(used));
    }
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%,.1f MiB", bytes / (double) (1 << 20));
  }
}
