package io.listwatch.storage.sqlite;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer's session: given up after any failure, in whatever state it is, and opened again when
 * it is needed next.
 *
 * <p>A commit that failed may have taken effect: a log that could not be synced is read all the
 * same when the database is opened again. So a new session begins by comparing the database with
 * the last revision that watches were told of.
 *
 * <pre>
 *   the database is    and so
 *   there              nothing happened
 *   ahead              watches read from the database what they were not told
 *   behind             it lost acknowledged revisions: all history is forgotten, as by a jump, and
 *                      every watcher lists again
 * </pre>
 *
 * <p>Threads: the writer's; after its end, the one that closes the storage.
 */
final class RenewableSession {
  private static final Logger log = LoggerFactory.getLogger(RenewableSession.class);

  private final Database database;
  private final Reservation reservation;
  private final Revisions revisions;
  private final Tail tail;

  /** Null after a failure, until it is needed again. */
  private @Nullable WriteSession session;

  RenewableSession(Database database, Recovery.Result recovered, Tail tail) {
    this.database = database;
    this.reservation = recovered.reservation();
    this.revisions = recovered.revisions();
    this.session = recovered.session();
    this.tail = tail;
  }

  /** Returns the session, a new one if need be. If this fails, {@link #giveUp}. */
  WriteSession get() throws SQLException {
    WriteSession current = session;
    if (current == null) {
      current = WriteSession.open(database);
      session = current;
      catchUp(current);
    }
    return current;
  }

  private void catchUp(WriteSession opened) throws SQLException {
    long last = Recovery.lastRevision(opened.connection());
    long told = tail.head();
    if (last < revisions.current()) {
      last = skipLost(opened, last);
    } else if (last > told) {
      log.warn("Revisions {} to {} were written, though their commit failed", told + 1, last);
      // They may be in the log without being on the disk. A checkpoint syncs them.
      opened.moveLog();
    }
    revisions.reach(last);
    revisions.forgetBefore(Recovery.oldest(opened.connection()));
    if (last != told) {
      tail.jump(last).forEach(SqliteWatch::signal);
    }
  }

  /** Returns the revision to go on from, which is greater than every one that was handed out. */
  private long skipLost(WriteSession opened, long last) throws SQLException {
    long next = revisions.current() + 1;
    log.error(
        "The database lost revisions {} to {}: it goes on at {} without a past",
        last + 1,
        next - 1,
        next);
    reservation.cover(next);
    opened.setStart(next);
    opened.commit();
    return next;
  }

  /** Closes the session, if there is one. Its open transaction is undone. */
  void giveUp() {
    WriteSession last = session;
    session = null;
    if (last != null) {
      try {
        last.close();
      } catch (SQLException e) {
        log.warn("A connection could not be closed", e);
      }
    }
  }
}
