package io.listwatch.storage.sqlite;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the TRUNCATE checkpoints of the writer's connection. */
final class RecordedCheckpoints {
  private final List<Long> busyTimeouts = new CopyOnWriteArrayList<>();

  void attach(Database database) {
    database.wrapWriters(this::wrap);
  }

  /** Returns the busy timeout that each checkpoint had, in milliseconds. */
  List<Long> busyTimeouts() {
    return busyTimeouts;
  }

  private Connection wrap(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              Object result = invoke(method, connection, arguments);
              return method.getName().equals("createStatement")
                  ? wrap(connection, (Statement) result)
                  : result;
            });
  }

  private Statement wrap(Connection connection, Statement statement) {
    return (Statement)
        Proxy.newProxyInstance(
            Statement.class.getClassLoader(),
            new Class<?>[] {Statement.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("executeQuery")) {
                record(connection, (String) arguments[0]);
              }
              return invoke(method, statement, arguments);
            });
  }

  private void record(Connection connection, String sql) throws SQLException {
    if (sql.contains("TRUNCATE")) {
      busyTimeouts.add(Database.number(connection, "PRAGMA busy_timeout"));
    }
  }

  private static Object invoke(Method method, Object target, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
