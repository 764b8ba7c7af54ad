package io.listwatch.storage.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.LongAdder;

/**
 * A prepared statement. All statements that the engine runs repeatedly go through this class, which
 * counts them. For one thread at a time.
 */
final class Sql {
  private final PreparedStatement statement;
  private final LongAdder runs;

  Sql(Connection connection, String text, LongAdder runs) throws SQLException {
    this.statement = connection.prepareStatement(text);
    this.runs = runs;
  }

  Sql set(int parameter, long value) throws SQLException {
    statement.setLong(parameter, value);
    return this;
  }

  Sql set(int parameter, byte[] value) throws SQLException {
    statement.setBytes(parameter, value);
    return this;
  }

  void update() throws SQLException {
    runs.increment();
    statement.executeUpdate();
  }

  /** Runs the query. The caller must close the rows: until then the read transaction stays open. */
  ResultSet query() throws SQLException {
    runs.increment();
    return statement.executeQuery();
  }

  /** Returns the first column of the first row; zero if it is null or there is no row. */
  long number() throws SQLException {
    try (var rows = query()) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }
}
