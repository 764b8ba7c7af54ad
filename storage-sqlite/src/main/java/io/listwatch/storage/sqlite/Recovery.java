package io.listwatch.storage.sqlite;

import io.listwatch.storage.StoredFormat;
import io.listwatch.storage.sqlite.RevisionFile.Mark;
import io.listwatch.storage.sqlite.RevisionFile.State;
import io.listwatch.storage.sqlite.Revisions.Gap;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Determines the revision at which a database continues after it is opened, so that no revision is
 * ever handed out twice. {@link RevisionFile} holds the mark.
 *
 * <pre>
 *   mark                               then the database
 *   CLOSED at its last revision L      continues after L
 *   OPEN up to B, or CLOSED at B &gt; L   continues after B. The revisions between L and B are a gap:
 *                                      they were lost or never made. A client with a revision up
 *                                      to L can resume from it; one with a revision in the gap
 *                                      gets a CompactedException
 *   RESTORED, up to B                  continues after B; all earlier revisions are compacted
 *   none, of another database, or      continues far beyond L; all earlier revisions are compacted
 *     behind L
 * </pre>
 *
 * <p>After a crash that lost nothing, no client has a revision in the gap and no client notices.
 * The mark is written before the database, so a crash during recovery only makes the gap larger.
 */
final class Recovery {
  private static final Logger log = LoggerFactory.getLogger(Recovery.class);

  /** More revisions than any database assigns after a backup was made. */
  static final long SAFE_SKIP = 1_000_000_000;

  private final Connection connection;
  private final Reservation reservation;
  private final String store;
  private long current;

  /** A recovered database, ready for writes. */
  record Result(
      WriteSession session,
      Reservation reservation,
      Revisions revisions,
      long swept,
      StoredFormat format) {}

  private Recovery(Connection connection, RevisionFile file) throws SQLException {
    this.connection = connection;
    this.store = store(connection);
    this.reservation = new Reservation(file, store);
    this.current = lastRevision(connection);
  }

  static Result run(WriteSession session, RevisionFile file) throws SQLException {
    Connection connection = session.connection();
    var recovery = new Recovery(connection, file);
    recovery.resume(file.read().orElse(new Mark("", State.RESTORED, 0)));
    session.commit();
    long oldest = oldest(connection);
    long swept = Database.number(connection, "SELECT swept FROM meta");
    var revisions = new Revisions(recovery.current, oldest, gaps(connection));
    StoredFormat format = Schema.format(connection);
    session.commit();
    return new Result(session, recovery.reservation, revisions, swept, format);
  }

  private void resume(Mark mark) throws SQLException {
    long last = current;
    if (!mark.store().equals(store)) {
      skipAndCompact(
          "The file 'revisions' is missing or of another database",
          Math.max(last, mark.revision()) + SAFE_SKIP);
    } else if (mark.state() == State.RESTORED) {
      skipAndCompact("A backup was restored", Math.max(last, mark.revision()) + 1);
    } else if (mark.revision() < last) {
      skipAndCompact("The file 'revisions' is older than the database", last + SAFE_SKIP);
    } else if (mark.state() == State.OPEN) {
      skipGap("Unclean shutdown", new Gap(last + 1, mark.revision()));
    } else if (mark.revision() > last) {
      skipGap(
          "The database is older than at its last shutdown", new Gap(last + 1, mark.revision()));
    } else {
      reservation.cover(last);
    }
    Database.run(connection, "DELETE FROM gap WHERE last < (SELECT oldest FROM meta)");
  }

  private void skipAndCompact(String reason, long revision) throws SQLException {
    log.warn(
        "{}; resourceVersion skipped ahead by {} to {} so that no client sees one twice, and all"
            + " earlier ones are compacted: clients list again",
        reason,
        revision - current,
        revision);
    reservation.cover(revision);
    Database.run(
        connection, "UPDATE meta SET oldest = %d, start = %d".formatted(revision, revision));
    current = revision;
  }

  private void skipGap(String reason, Gap gap) throws SQLException {
    log.info(
        "{}; resourceVersion skipped ahead by {} to {} so that no client sees one twice",
        reason,
        gap.last() + 1 - current,
        gap.last() + 1);
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
        throw new SQLException("the table meta is empty (expected: one row)");
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
