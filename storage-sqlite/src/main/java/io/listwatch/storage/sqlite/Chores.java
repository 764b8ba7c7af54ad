package io.listwatch.storage.sqlite;

import io.listwatch.storage.Key;
import io.listwatch.storage.Retention;
import io.listwatch.storage.StorageClock;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the writer does when nobody else wants it to: lets keys expire, forgets what is past the
 * {@link Retention}, removes what is forgotten, and gives the space back. Each in small pieces, so
 * that no write waits long for one.
 *
 * <p>Threads: the writer's.
 */
final class Chores {
  /** Revisions, or keys, that one piece of work goes through. */
  private static final int PIECE = 500;

  /** How much can be left to remove while there are writes that want to be made. */
  private static final long MAX_BACKLOG = 20_000;

  /** Free pages that are not worth the work; as much again for each eight that are used. */
  private static final long SPARE_PAGES = 256;

  private static final int VACUUMED_PAGES = 64;

  /** How long to wait when a piece of work has failed. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  /** History is kept a little longer than it must be, so that it is forgotten in larger parts. */
  private static final Duration MIN_AGEING = Duration.ofSeconds(1);

  private static final int AGEING_PARTS = 16;

  /** An age that no history reaches. */
  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final StorageClock clock;
  private final Retention retention;
  private final Revisions revisions;
  private final Alarm alarm;

  /** Up to where what is superseded has been removed. */
  private long swept;

  /** Up to where it will have been once that is committed. */
  private long sweeping;

  private boolean expiring = true;
  private boolean ageing = true;
  private boolean vacuuming = true;

  /** Whether to wait for the alarm because something failed. */
  private boolean paused;

  /** Whether the alarm will ring for history that is there; else it must be asked to. */
  private boolean waitsForAge;

  Chores(StorageClock clock, Retention retention, Revisions revisions, Alarm alarm, long swept) {
    this.clock = clock;
    this.retention = retention;
    this.revisions = revisions;
    this.alarm = alarm;
    this.swept = swept;
    this.sweeping = swept;
  }

  /** To be called when something has been committed. */
  void committed(Transaction transaction) {
    paused = false;
    swept = sweeping;
    if (transaction.firstDeadline() != Transaction.NEVER) {
      alarm.ringBy(Instant.ofEpochMilli(transaction.firstDeadline()));
    }
    if (!waitsForAge && !transaction.entries().isEmpty()) {
      ringWhenAged(clock.now().toEpochMilli());
    }
  }

  /**
   * To be called when a transaction has failed, which may have taken effect: keys that it wrote may
   * expire, and history may age. Being due, this also makes the writer open a session, and so tells
   * watches of what they missed.
   */
  void lookAgain() {
    expiring = true;
    ageing = true;
  }

  /** To be called when a piece of work has failed: it will be tried again later. */
  void failed() {
    paused = true;
    sweeping = swept;
    alarm.ringBy(clock.now().plus(PAUSE));
  }

  /** Whether there is something to do. */
  boolean areDue() {
    if (alarm.heard()) {
      paused = false;
      expiring = true;
      ageing = true;
    }
    return !paused && (expiring || ageing || vacuuming || sweepable() >= PIECE);
  }

  /** Whether something is due that must not wait until there are no writes. */
  boolean areUrgent() {
    return areDue() && (expiring || ageing || sweepable() > MAX_BACKLOG);
  }

  /** The next piece of work, if some is due. */
  Write<Void> next() {
    if (expiring) {
      return new Write<>(0, this::expire);
    }
    if (ageing) {
      return new Write<>(0, this::age);
    }
    return new Write<>(0, sweepable() >= PIECE ? this::sweep : this::vacuum);
  }

  private @Nullable Void expire(Transaction transaction) throws SQLException {
    var due = transaction.session().due(clock.now().toEpochMilli(), PIECE);
    for (Key key : due) {
      transaction.remove(key, Transaction.ANY);
    }
    if (due.size() < PIECE) {
      expiring = false;
      long next = transaction.session().firstExpiry();
      if (next > 0) {
        alarm.ringBy(Instant.ofEpochMilli(next));
      }
    }
    return null;
  }

  /** A revision is as old as its successor: that is when it ceased to be the current one. */
  private @Nullable Void age(Transaction transaction) throws SQLException {
    long now = clock.now().toEpochMilli();
    var times = transaction.session().times(transaction.oldest(), PIECE);
    long keep = transaction.oldest();
    for (var time : times) {
      if (Duration.ofMillis(now - time.millis()).compareTo(retention.age()) <= 0) {
        transaction.compact(time.revision() - 1);
        ageing = false;
        ringWhenAged(time.millis());
        return null;
      }
      keep = time.revision();
    }
    if (times.size() == PIECE) {
      transaction.compact(keep);
    } else {
      transaction.compact(transaction.revision());
      ageing = false;
      waitsForAge = false;
    }
    return null;
  }

  private void ringWhenAged(long millis) {
    waitsForAge = true;
    if (retention.age().compareTo(FOR_EVER) < 0) {
      Duration part = retention.age().dividedBy(AGEING_PARTS);
      Duration more = part.compareTo(MIN_AGEING) < 0 ? MIN_AGEING : part;
      alarm.ringBy(Instant.ofEpochMilli(millis).plus(retention.age()).plus(more));
    }
  }

  /** How many revisions are forgotten whose work has not been undone. Never all: see sweep. */
  private long sweepable() {
    return sweepEnd(revisions.oldest(), revisions.current()) - swept;
  }

  /** The last row stays, for it says which the current revision is. */
  private static long sweepEnd(long oldest, long current) {
    return Math.min(oldest, current - 1);
  }

  private @Nullable Void sweep(Transaction transaction) throws SQLException {
    long oldest = transaction.oldest();
    long end = sweepEnd(oldest, transaction.revision());
    sweeping = transaction.session().sweep(swept, end, PIECE);
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
