package io.listwatch.storage.sqlite;

import io.listwatch.storage.sqlite.RevisionFile.Mark;
import io.listwatch.storage.sqlite.RevisionFile.State;
import io.listwatch.storage.sqlite.Revisions.Gap;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out where a database goes on, so that no revision is ever handed out twice.
 *
 * <pre>
 *   the mark beside it says          and so
 *   closed, where the database is    it goes on exactly there
 *   open up to B, or closed at B     what lies between the database's last revision L and B was
 *     past where the database is     lost or never made: a gap. It goes on after B; who holds a
 *                                    revision up to L goes on from it, who holds one from the gap
 *                                    is told that it is compacted
 *   restored, up to B                it goes on after B; all before is compacted
 *   nothing, or of another store     it goes on far past L; all before is compacted
 * </pre>
 *
 * <p>After a crash that lost nothing nobody holds a revision from the gap, and nobody notices. The
 * mark is written before the database, so that a crash here leaves a larger gap and nothing worse.
 */
final class Recovery {
  private static final Logger log = LoggerFactory.getLogger(Recovery.class);

  /** Past what any store has handed out since a backup of it was made. */
  static final long FAR = 1_000_000_000;

  private final Connection connection;
  private final Reservation reservation;
  private final String store;
  private long current;

  /** A database that can be written to. */
  record Result(WriteSession session, Reservation reservation, Revisions revisions, long swept) {}

  private Recovery(Connection connection, RevisionFile file) throws SQLException {
    this.connection = connection;
    this.store = store(connection);
    this.reservation = new Reservation(file, store);
    this.current = lastRevision(connection);
  }

  static Result run(WriteSession session, RevisionFile file) throws SQLException {
    Connection connection = session.connection();
    var recovery = new Recovery(connection, file);
    recovery.goOn(file.read());
    session.commit();
    long oldest = oldest(connection);
    long swept = Database.number(connection, "SELECT swept FROM meta");
    var revisions = new Revisions(recovery.current, oldest, gaps(connection));
    session.commit();
    return new Result(session, recovery.reservation, revisions, swept);
  }

  private void goOn(Optional<Mark> found) throws SQLException {
    long last = current;
    var mark = found.orElse(new Mark("", State.RESTORED, 0));
    if (!mark.store().equals(store) || (mark.revision() < last && mark.state() != State.RESTORED)) {
      forgetAndGoOnAt(Math.max(last, mark.revision()) + FAR);
    } else if (mark.state() == State.RESTORED) {
      forgetAndGoOnAt(Math.max(last, mark.revision()) + 1);
    } else if (mark.state() == State.OPEN || mark.revision() > last) {
      goOnAfterGap(new Gap(last + 1, mark.revision()));
    } else {
      reservation.cover(last);
    }
    Database.run(connection, "DELETE FROM gap WHERE last < (SELECT oldest FROM meta)");
  }

  private void forgetAndGoOnAt(long revision) throws SQLException {
    log.warn("The storage is not where it was left: it goes on at {} without a past", revision);
    reservation.cover(revision);
    Database.run(
        connection, "UPDATE meta SET oldest = %d, start = %d".formatted(revision, revision));
    current = revision;
  }

  private void goOnAfterGap(Gap gap) throws SQLException {
    log.info("The storage was not closed: it goes on at {}", gap.last() + 1);
    reservation.cover(gap.last() + 1);
    if (gap.first() <= gap.last()) {
      Database.run(
          connection, "INSERT INTO gap VALUES (%d, %d)".formatted(gap.first(), gap.last()));
    }
    Database.run(connection, "UPDATE meta SET start = " + (gap.last() + 1));
    current = gap.last() + 1;
  }

  static String store(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT store FROM meta")) {
      if (!rows.next()) {
        throw new SQLException("the database does not say which store it is");
      }
      return rows.getString(1);
    }
  }

  static long lastRevision(Connection connection) throws SQLException {
    return Database.number(
        connection, "SELECT max(start, coalesce((SELECT max(rev) FROM log), 0)) FROM meta");
  }

  static long oldest(Connection connection) throws SQLException {
    return Database.number(connection, "SELECT oldest FROM meta");
  }

  private static List<Gap> gaps(Connection connection) throws SQLException {
    var gaps = new ArrayList<Gap>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT first, last FROM gap ORDER BY first DESC")) {
      while (rows.next()) {
        gaps.add(new Gap(rows.getLong(1), rows.getLong(2)));
      }
    }
    return gaps;
  }
}
