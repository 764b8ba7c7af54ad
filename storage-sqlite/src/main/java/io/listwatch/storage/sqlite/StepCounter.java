package io.listwatch.storage.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.ProgressHandler;

/**
 * Estimates the progress of a check from the number of virtual machine instructions that SQLite has
 * executed. The expected total follows from the number of rows; a test verifies the two constants
 * with the current version of SQLite.
 *
 * <p>Threads: the one that runs the check.
 */
final class StepCounter extends ProgressHandler {
  /** Instructions between two callbacks; some tens of microseconds. */
  private static final int PERIOD = 2_000;

  private static final int STEPS_FOR_A_CHANGE = 41;
  private static final int STEPS_FOR_A_KEY = 69;

  private final Connection connection;
  private final ProgressListener listener;
  private final long changes;
  private final long steps;
  private long taken;

  private StepCounter(Connection connection, ProgressListener listener, long changes, long keys)
      throws SQLException {
    this.connection = connection;
    this.listener = listener;
    this.changes = changes;
    this.steps = changes * STEPS_FOR_A_CHANGE + keys * STEPS_FOR_A_KEY;
    setHandler(connection, PERIOD, this);
  }

  /** Starts counting. Reports nothing if the database is too damaged to count its rows. */
  static StepCounter start(Connection connection, ProgressListener listener) throws SQLException {
    return new StepCounter(connection, listener, rows(connection, "log"), rows(connection, "head"));
  }

  private static long rows(Connection connection, String table) {
    try {
      return Database.number(connection, "SELECT count(*) FROM " + table);
    } catch (SQLException damaged) {
      return 0;
    }
  }

  /** Returns zero, which tells SQLite to continue. */
  @Override
  protected int progress() {
    taken += PERIOD;
    if (changes > 0) {
      listener.reached((long) (changes * Math.min(1, (double) taken / steps)), changes);
    }
    return 0;
  }

  void stop() throws SQLException {
    clearHandler(connection);
  }
}
