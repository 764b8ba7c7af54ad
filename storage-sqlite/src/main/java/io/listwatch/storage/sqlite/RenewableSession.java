package io.listwatch.storage.sqlite;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer's session, which is closed after any failure and reopened on next use.
 *
 * <p>A failed commit may have taken effect: if syncing the write-ahead log failed, its frames may
 * still be found when the database is reopened. So a new session first compares the database's last
 * revision with the last one that watches have seen.
 *
 * <pre>
 *   the database is    then
 *   equal              nothing happened
 *   ahead              watches read the missing changes from the database
 *   behind             acknowledged revisions were lost: all history is compacted, as by a jump, and
 *                      every watcher lists again
 * </pre>
 *
 * <p>Threads: the writer's; after that has ended, the thread that closes the storage.
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

  /**
   * Returns the session and opens a new one if necessary. If this throws, call {@link #discard}.
   */
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
      // These revisions may be in the write-ahead log without having been synced. A checkpoint
      // syncs them.
      opened.passiveCheckpoint();
    }
    revisions.reach(last);
    revisions.compactBefore(Recovery.oldest(opened.connection()));
    if (last != told) {
      tail.jump(last).forEach(SqliteWatch::signal);
    }
  }

  /** Returns the revision to continue at, which is greater than any that was handed out. */
  private long skipLost(WriteSession opened, long last) throws SQLException {
    long next = revisions.current() + 1;
    log.error(
        "The database lost revisions {} to {}; resourceVersion skipped ahead to {}, and all earlier"
            + " ones are compacted: clients list again",
        last + 1,
        next - 1,
        next);
    reservation.cover(next);
    opened.setStart(next);
    opened.commit();
    return next;
  }

  /** Closes the session, if any, and rolls back its open transaction. */
  void discard() {
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
