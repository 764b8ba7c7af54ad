package io.listwatch.storage.sqlite;

import io.listwatch.storage.Key;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks every page and every row of a database. */
final class Integrity {
  /** Maximum number of complaints to report. */
  private static final int MAX_COMPLAINTS = 100;

  /** Maximum number of keys that a complaint names. */
  private static final int MAX_NAMES = 10;

  /** A query for the keys that break a rule, and the complaint about them. */
  private record Rule(String complaint, String query) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "keys without their newest version",
              "SELECT h.key FROM head h LEFT JOIN log l ON l.rev = h.rev"
                  + " WHERE l.key IS NOT h.key OR l.create_rev <> h.create_rev"),
          new Rule(
              "keys that have a newer version",
              "SELECT h.key FROM head h WHERE h.rev <>"
                  + " (SELECT max(l.rev) FROM log l WHERE l.key = h.key)"),
          new Rule(
              "newest versions that no key refers to",
              "SELECT l.key FROM (SELECT key, max(rev), create_rev FROM log GROUP BY key"
                  + " HAVING create_rev > 0) l LEFT JOIN head h ON h.key = l.key"
                  + " WHERE h.key IS NULL"),
          new Rule(
              "revisions whose previous version is missing",
              "SELECT l.key FROM meta, log l LEFT JOIN log p ON p.rev = l.prev_rev"
                  + " WHERE l.rev > meta.oldest AND l.prev_rev > 0 AND p.rev IS NULL"));

  private Integrity() {}

  /** Returns the damage in the database; empty if there is none. */
  static List<String> check(Connection connection, ProgressListener progress) throws SQLException {
    var counter = StepCounter.start(connection, progress);
    try {
      return check(connection);
    } finally {
      counter.stop();
    }
  }

  private static List<String> check(Connection connection) throws SQLException {
    var complaints = new ArrayList<String>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("PRAGMA integrity_check(" + MAX_COMPLAINTS + ")")) {
      while (rows.next()) {
        complaints.add(rows.getString(1));
      }
    }
    complaints.remove("ok");
    if (!complaints.isEmpty()) {
      return complaints;
    }
    for (var rule : RULES) {
      complaint(connection, rule).ifPresent(complaints::add);
    }
    return complaints;
  }

  private static Optional<String> complaint(Connection connection, Rule rule) throws SQLException {
    var names = new ArrayList<String>();
    long count = 0;
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(rule.query)) {
      while (rows.next()) {
        if (++count <= MAX_NAMES) {
          names.add(Key.of(rows.getBytes(1)).toString());
        }
      }
    }
    if (count > MAX_NAMES) {
      names.add("…");
    }
    return count == 0
        ? Optional.empty()
        : Optional.of("%d %s: %s".formatted(count, rule.complaint, String.join(", ", names)));
  }
}
