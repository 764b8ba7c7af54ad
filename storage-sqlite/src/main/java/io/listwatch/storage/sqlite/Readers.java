package io.listwatch.storage.sqlite;

import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageUnavailableException;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pool of a few read connections. They never wait for the writer. A thread waits only if all of
 * them are in use, for a bounded time.
 *
 * <p>Thread-safe.
 */
final class Readers {
  private static final Logger log = LoggerFactory.getLogger(Readers.class);

  private static final int CONNECTIONS = 4;
  private static final long WAIT_SECONDS = 10;

  private final Database database;
  private final Failures failures;
  private final Consumer<SQLException> onDamage;
  private final Semaphore free = new Semaphore(CONNECTIONS);

  /** Connections are opened on demand; the most recently used one is used next. */
  private final ConcurrentLinkedDeque<ReadSession> idle = new ConcurrentLinkedDeque<>();

  private volatile boolean closed;

  interface Query<T extends @Nullable Object> {
    T run(ReadSession session) throws SQLException;
  }

  /**
   * @param onDamage called if SQLite reports that the database is damaged, by the reading thread
   */
  Readers(Database database, Failures failures, Consumer<SQLException> onDamage) {
    this.database = database;
    this.failures = failures;
    this.onDamage = onDamage;
  }

  <T extends @Nullable Object> T read(Query<T> query) {
    acquire();
    try {
      return lend(query);
    } catch (SQLException e) {
      if (Failures.isDamage(e)) {
        onDamage.accept(e);
      }
      throw failures.explain(e);
    } finally {
      free.release();
    }
  }

  private void acquire() {
    checkOpen();
    try {
      if (!free.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new StorageUnavailableException(
            "readers: all %d in use for %d s".formatted(CONNECTIONS, WAIT_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageUnavailableException("interrupted while waiting to read", e);
    }
  }

  private <T extends @Nullable Object> T lend(Query<T> query) throws SQLException {
    checkOpen();
    ReadSession session = idle.poll();
    if (session == null) {
      session = ReadSession.open(database);
    }
    boolean sound = false;
    try {
      T result = query.run(session);
      sound = true;
      return result;
    } finally {
      if (sound) {
        idle.push(session);
      } else {
        close(session);
      }
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new StorageClosedException();
    }
  }

  /** Fails all reads that have not begun. */
  void reject() {
    closed = true;
  }

  /** Rejects new reads and waits for the current ones, for a bounded time. */
  void close() {
    reject();
    try {
      if (free.tryAcquire(CONNECTIONS, WAIT_SECONDS, TimeUnit.SECONDS)) {
        free.release(CONNECTIONS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (var session = idle.poll(); session != null; session = idle.poll()) {
      close(session);
    }
  }

  private static void close(ReadSession session) {
    try {
      session.close();
    } catch (SQLException e) {
      log.warn("A connection could not be closed", e);
    }
  }
}
