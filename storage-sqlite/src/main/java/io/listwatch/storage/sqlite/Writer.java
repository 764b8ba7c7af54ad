package io.listwatch.storage.sqlite;

import io.listwatch.storage.Retention;
import io.listwatch.storage.StorageClock;
import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.UnknownOutcomeException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes. It takes all queued writes, runs them in one transaction, and
 * completes their stages after the commit. Meanwhile the next group queues up.
 *
 * <pre>
 *   queue ──▶ transaction ──▶ commit, on the disk ──▶ current revision, tail ──▶ stages, watches
 *               └─ failed: all writes of the group fail, and the session is closed
 * </pre>
 *
 * <p>If an {@code Error} or a damaged database ends the thread, all waiting and later writes fail.
 */
final class Writer implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(Writer.class);

  private static final int MAX_GROUP = 1_000;
  private static final long MAX_GROUP_BYTES = 8L << 20;

  private static final long CLOSE_MILLIS = 30_000;

  private final RenewableSession session;
  private final LogTruncation truncation;
  private final Failures failures;
  private final Reservation reservation;
  private final Revisions revisions;
  private final Retention retention;
  private final Tail tail;
  private final StorageClock clock;
  private final WriteQueue queue = new WriteQueue();
  private final Alarm alarm;
  private final Maintenance maintenance;
  private final Quota quota;
  private final Runnable onStop;
  private final Thread thread;

  /** The group that the thread took last, which {@link #close} fails if the thread hangs. */
  private volatile List<Write<?>> currentGroup = List.of();

  /** True once an error or damage has ended the thread. */
  private volatile boolean failed;

  /** True if the last write failed; only the first failure of a series is logged. */
  private boolean failing;

  /**
   * @param onStop called by the thread if an error ends it
   */
  Writer(
      Database database,
      Failures failures,
      Recovery.Result recovered,
      Retention retention,
      Quota quota,
      Tail tail,
      StorageClock clock,
      Runnable onStop) {
    this.failures = failures;
    this.reservation = recovered.reservation();
    this.revisions = recovered.revisions();
    this.session = new RenewableSession(database, recovered, tail);
    this.truncation = new LogTruncation(database, session, clock);
    this.retention = retention;
    this.tail = tail;
    this.clock = clock;
    this.onStop = onStop;
    this.alarm = new Alarm(clock, queue::wakeUp);
    this.quota = quota;
    this.maintenance =
        new Maintenance(clock, retention, revisions, quota, alarm, recovered.swept());
    this.thread = new Thread(this, "listwatch-sqlite-" + database.name());
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** True if an error has stopped the writer before it was closed. */
  boolean failed() {
    return failed;
  }

  void add(Write<?> write) {
    queue.add(write);
  }

  @Override
  public void run() {
    try {
      writeUntilClosed();
    } catch (Throwable cause) {
      stop(cause);
    }
  }

  private void writeUntilClosed() {
    while (!queue.closed()) {
      var group = queue.take(MAX_GROUP, MAX_GROUP_BYTES, !maintenance.isDue());
      if (!group.isEmpty()) {
        currentGroup = group;
        commit(group);
        queue.release(group);
      }
      if (!queue.closed() && (group.isEmpty() ? maintenance.isDue() : maintenance.isUrgent())) {
        runMaintenance();
      }
    }
  }

  /** Fails all writes, now and later, before it does anything that could fail itself. */
  private void stop(Throwable cause) {
    failed = true;
    var failure =
        new StorageException(
            "the writer has stopped because of an error (%s): restart the process; the last writes may have been stored"
                .formatted(cause),
            cause);
    queue.close(failure);
    currentGroup.forEach(write -> write.fail(failure));
    try {
      log.error("The storage is closed", failure);
    } finally {
      onStop.run();
    }
  }

  private void runMaintenance() {
    Write<Void> batch = maintenance.next();
    if (!commit(List.of(batch)) || batch.rejected()) {
      maintenance.failed();
    }
  }

  /**
   * Commits a group and returns whether that succeeded. A jump ends its transaction; the writes
   * after it are committed in another one.
   */
  private boolean commit(List<Write<?>> group) {
    int done = 0;
    while (done < group.size()) {
      int count = commitSome(group.subList(done, group.size()));
      if (count == 0) {
        return false;
      }
      done += count;
    }
    return true;
  }

  /** Returns the number of writes committed; zero if all failed. */
  private int commitSome(List<Write<?>> group) {
    Transaction transaction;
    int count = 0;
    boolean committing = false;
    try {
      transaction = begin();
      while (count < group.size() && !transaction.jumped()) {
        group.get(count++).run(transaction);
      }
      quota.measure(transaction.session(), bytes(group.subList(0, count)));
      committing = true;
      transaction.session().commit();
    } catch (SQLException | RuntimeException e) {
      fail(group, explained(e, committing));
      return 0;
    }
    if (failing && !transaction.entries().isEmpty()) {
      failing = false;
      log.info("Writes succeed again");
    }
    var acknowledged = group.subList(0, count);
    var woken = publish(transaction);
    acknowledged.forEach(Write::acknowledge);
    woken.forEach(SqliteWatch::signal);
    maintenance.committed(transaction);
    checkpoint(transaction, acknowledged);
    return count;
  }

  private static long bytes(List<Write<?>> writes) {
    return writes.stream().mapToLong(Write::bytes).sum();
  }

  private Transaction begin() throws SQLException {
    // Gets the session before the transaction takes its revisions: a new session may correct them.
    WriteSession current = session.get();
    return new Transaction(current, reservation, revisions, quota, clock.now().toEpochMilli());
  }

  /** Publishes a committed transaction to readers and watches. Returns the watches to signal. */
  private List<SqliteWatch> publish(Transaction transaction) {
    revisions.reach(transaction.revision());
    revisions.compactBefore(transaction.oldest());
    revisions.keepLast(quota.history(retention.revisions()));
    return transaction.jumped()
        ? tail.jump(transaction.revision())
        : tail.append(transaction.entries());
  }

  private StorageException explained(Exception cause, boolean committing) {
    if (!(cause instanceof SQLException e)) {
      return new StorageException("a write failed unexpectedly", cause);
    }
    if (Failures.isDamage(e)) {
      return stopWriting(e);
    }
    return committing ? failures.explainCommit(e) : failures.explain(e);
  }

  private void fail(List<Write<?>> group, StorageException failure) {
    session.discard();
    maintenance.transactionFailed();
    if (!failing && !failed) {
      failing = true;
      log.warn("A write failed; further failures are not logged until a write succeeds", failure);
    }
    group.forEach(write -> write.fail(failure));
  }

  /**
   * Fails all waiting and later writes, because SQLite reports that the database is damaged. Any
   * thread may call this. Returns the failure of those writes.
   */
  StorageException stopWriting(SQLException damage) {
    StorageException failure = failures.writingStopped(damage);
    if (queue.close(failure)) {
      failed = true;
      log.error("Writing has stopped", failure);
    }
    return failure;
  }

  /**
   * Moves a changed format from the write-ahead log to the header of the file, where other versions
   * read it before they open the database, and truncates the log if it is too large.
   */
  private void checkpoint(Transaction transaction, List<Write<?>> committed) {
    try {
      if (transaction.formatChanged()) {
        session.get().passiveCheckpoint();
      }
      truncation.committed(bytes(committed));
    } catch (IOException | SQLException e) {
      session.discard();
      if (e instanceof SQLException damage && Failures.isDamage(damage)) {
        stopWriting(damage);
      } else {
        log.warn("The write-ahead log could not be truncated", e);
      }
    }
  }

  /**
   * Stops the thread after its current group. All stages are complete when this returns.
   *
   * @return whether the thread has ended; if not, it is blocked by the disk
   */
  boolean close() {
    queue.close(new StorageClosedException());
    boolean ended = join();
    alarm.close();
    var stuck =
        new UnknownOutcomeException(
            "the storage was closed while its disk did not respond; the write may have happened");
    currentGroup.forEach(write -> write.fail(stuck));
    return ended;
  }

  /**
   * Closes the connection, once the thread has ended. If it is the last connection, closing it
   * leaves only the database file. A read-only connection could not checkpoint the write-ahead log.
   */
  void closeSession() {
    session.discard();
  }

  private boolean join() {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join(CLOSE_MILLIS);
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
