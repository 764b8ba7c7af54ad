package io.listwatch.storage.sqlite;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Fails commits of the writer's connection on demand. */
final class FaultyDisk {
  private final AtomicReference<Fault> next = new AtomicReference<>(Fault.NONE);

  /** The kind of failure of the next commit. */
  enum Fault {
    NONE,
    /** Nothing is committed. */
    BEFORE_COMMIT,
    /** The transaction is committed, but the writer gets an exception. */
    AFTER_COMMIT,
    /** Nothing is committed, and the writer gets an {@link Error}. */
    ERROR,
    /** Nothing is committed, and SQLite reports a damaged database. */
    DAMAGE
  }

  /** Fails the next commit of a transaction that has written something. */
  void failNext(Fault fault) {
    next.set(fault);
  }

  void attach(Database database) {
    database.wrapWriters(this::wrap);
  }

  private Connection wrap(Connection connection) {
    var committed = new AtomicLong();
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commit")) {
                long changes = Database.number(connection, "SELECT total_changes()");
                commit(connection, committed.getAndSet(changes) == changes);
                return null;
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void commit(Connection connection, boolean unchanged) throws SQLException {
    Fault fault = unchanged ? Fault.NONE : next.getAndSet(Fault.NONE);
    if (fault == Fault.ERROR) {
      throw new StackOverflowError("too deep");
    }
    if (fault == Fault.DAMAGE) {
      throw new SQLiteException("malformed", SQLiteErrorCode.SQLITE_CORRUPT_INDEX);
    }
    if (fault != Fault.BEFORE_COMMIT) {
      connection.commit();
    }
    if (fault != Fault.NONE) {
      throw new SQLException("disk I/O error");
    }
  }
}
