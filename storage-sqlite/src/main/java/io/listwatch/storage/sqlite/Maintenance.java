package io.listwatch.storage.sqlite;

import io.listwatch.storage.Key;
import io.listwatch.storage.Retention;
import io.listwatch.storage.StorageClock;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The writer's background work: it expires keys, compacts history beyond the {@link Retention},
 * removes compacted rows, and returns free pages to the file system. Each task runs in small
 * batches, so that no write waits long for a batch.
 *
 * <p>Threads: the writer's.
 */
final class Maintenance {
  /** Number of revisions or keys in one batch. */
  private static final int BATCH = 500;

  /** Number of compacted revisions whose removal may wait while there are writes. */
  private static final long MAX_BACKLOG = 20_000;

  /** Free pages to keep in the file, plus one for every eight pages in use. */
  private static final long SPARE_PAGES = 256;

  private static final int VACUUMED_PAGES = 64;

  /** Time to wait after a batch has failed. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  /** History is kept a little longer than required, so that it is compacted in larger batches. */
  private static final Duration MIN_AGEING = Duration.ofSeconds(1);

  private static final int AGEING_PARTS = 16;

  /** Longer than any history, for a retention without a maximum age. */
  private static final Duration NO_MAX_AGE = Duration.ofDays(36_500);

  private final StorageClock clock;
  private final Retention retention;
  private final Revisions revisions;
  private final Quota quota;
  private final Alarm alarm;

  /** Superseded versions up to this revision have been removed. */
  private long swept;

  /** The value of {@link #swept} once the current transaction is committed. */
  private long sweeping;

  private boolean expiring = true;
  private boolean ageing = true;
  private boolean vacuuming = true;

  /** True while waiting for the alarm after a failure. */
  private boolean paused;

  /** True if the alarm is already set for the oldest revision in history. */
  private boolean waitsForAge;

  /**
   * The time from which the oldest revision in history ages. In the future only if the clock was
   * set back.
   */
  private long agesFrom;

  Maintenance(
      StorageClock clock,
      Retention retention,
      Revisions revisions,
      Quota quota,
      Alarm alarm,
      long swept) {
    this.clock = clock;
    this.retention = retention;
    this.revisions = revisions;
    this.quota = quota;
    this.alarm = alarm;
    this.swept = swept;
    this.sweeping = swept;
  }

  /** Called after each commit. */
  void committed(Transaction transaction) {
    swept = sweeping;
    if (!transaction.entries().isEmpty()) {
      paused = false;
    }
    if (transaction.firstDeadline() != Transaction.NEVER) {
      alarm.ringBy(Instant.ofEpochMilli(transaction.firstDeadline()));
    }
    long now = clock.now().toEpochMilli();
    if (!transaction.entries().isEmpty() && (!waitsForAge || now < agesFrom)) {
      ringWhenAged(now);
    }
  }

  /**
   * Called when a transaction has failed. It may have taken effect all the same: keys that it wrote
   * may expire, and history may age. Because work is then due, the writer also opens a new session,
   * which signals watches about changes they missed.
   */
  void transactionFailed() {
    expiring = true;
    ageing = true;
  }

  /** Called when a batch has failed; it is tried again later. */
  void failed() {
    paused = true;
    sweeping = swept;
    alarm.ringBy(clock.now().plus(PAUSE));
  }

  /** True if there is work to do. */
  boolean isDue() {
    if (alarm.heard()) {
      paused = false;
      expiring = true;
      ageing = true;
    }
    return !paused && (expiring || ageing || vacuuming || sweepable() >= sweepBatch());
  }

  /** True if there is work that must not wait until the queue of writes is empty. */
  boolean isUrgent() {
    return isDue() && (expiring || ageing || sweepable() > (quota.reached() ? 0 : MAX_BACKLOG));
  }

  /** Returns the next batch. Called only when work is due. */
  Write<Void> next() {
    if (expiring) {
      return new Write<>(0, this::expire);
    }
    if (ageing) {
      return new Write<>(0, this::age);
    }
    return new Write<>(0, sweepable() >= sweepBatch() ? this::sweep : this::vacuum);
  }

  private @Nullable Void expire(Transaction transaction) throws SQLException {
    var due = transaction.session().due(clock.now().toEpochMilli(), BATCH);
    for (Key key : due) {
      transaction.remove(key, Transaction.ANY);
    }
    if (due.size() < BATCH) {
      expiring = false;
      long next = transaction.session().firstExpiry();
      if (next > 0) {
        alarm.ringBy(Instant.ofEpochMilli(next));
      }
    }
    return null;
  }

  /**
   * Compacts old revisions. The age of a revision counts from the time of the next one, when it
   * stopped being current; or from now if the clock was set back since.
   */
  private @Nullable Void age(Transaction transaction) throws SQLException {
    long now = clock.now().toEpochMilli();
    var times = transaction.session().times(transaction.oldest(), BATCH);
    // Keeps history from the revision of a change, never from a later one. After a crash, a later
    // one could be in or after the gap, and clients that have seen the last change before the crash
    // could not resume.
    long keep = transaction.oldest();
    for (var time : times) {
      if (time.millis() > now) {
        transaction.session().limitTimes(transaction.oldest(), now);
        return null;
      }
      if (Duration.ofMillis(now - time.millis()).compareTo(retention.age()) <= 0) {
        transaction.compact(keep);
        ageing = false;
        ringWhenAged(time.millis());
        return null;
      }
      keep = time.revision();
    }
    transaction.compact(keep);
    if (times.size() < BATCH) {
      ageing = false;
      waitsForAge = false;
    }
    return null;
  }

  private void ringWhenAged(long millis) {
    waitsForAge = true;
    agesFrom = millis;
    if (retention.age().compareTo(NO_MAX_AGE) < 0) {
      Duration part = retention.age().dividedBy(AGEING_PARTS);
      Duration more = part.compareTo(MIN_AGEING) < 0 ? MIN_AGEING : part;
      alarm.ringBy(Instant.ofEpochMilli(millis).plus(retention.age()).plus(more));
    }
  }

  /**
   * Returns the number of revisions to sweep at a time. While the storage is full, each version is
   * removed as soon as possible.
   */
  private long sweepBatch() {
    return quota.reached() ? 1 : BATCH;
  }

  /**
   * Returns the number of compacted revisions whose superseded versions have not been removed yet.
   */
  private long sweepable() {
    return sweepEnd(revisions.oldest(), revisions.current()) - swept;
  }

  /** The last row stays, because it holds the current revision. */
  private static long sweepEnd(long oldest, long current) {
    return Math.min(oldest, current - 1);
  }

  private @Nullable Void sweep(Transaction transaction) throws SQLException {
    long oldest = transaction.oldest();
    long end = sweepEnd(oldest, transaction.revision());
    sweeping = transaction.session().sweep(swept, end, BATCH);
    transaction.session().setMarks(oldest, sweeping);
    vacuuming = true;
    return null;
  }

  private @Nullable Void vacuum(Transaction transaction) throws SQLException {
    var session = transaction.session();
    vacuuming = session.freePages() > SPARE_PAGES + session.pages() / 8;
    if (vacuuming) {
      session.vacuum(VACUUMED_PAGES);
    }
    return null;
  }
}
