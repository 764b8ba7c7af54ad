package io.listwatch.storage.sqlite;

import static java.util.concurrent.CompletableFuture.completedStage;
import static java.util.concurrent.CompletableFuture.failedStage;

import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Lifetime;
import io.listwatch.storage.RangeDigest;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.Retention;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageClock;
import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StorageUsage;
import io.listwatch.storage.StorageWatch;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.StoredFormat;
import io.listwatch.storage.TooLargeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link Storage} in a SQLite database, in a directory on this machine. A write is complete when
 * it is on the disk: it survives a crash of the process, and one of the machine if the disk honours
 * syncs.
 *
 * <p>One process at a time can have the directory open. Up to 10,000 writes, with a total of 128
 * MiB, can be pending. Further writes fail with {@link
 * io.listwatch.storage.StorageUnavailableException}, and so do all writes while the disk is full.
 *
 * <p>Threads: it has one thread, which writes and completes the stages of writes. Reads run on the
 * calling threads and never wait for the writer.
 */
public final class SqliteStorage implements Storage {
  /** The default retention, enough to page through a list and to resume a watch. */
  public static final Retention DEFAULT_RETENTION = new Retention(100_000, Duration.ofMinutes(10));

  /** The least quota that {@link #open} accepts; smaller ones leave no room for the tables. */
  public static final long MIN_QUOTA = 1 << 20;

  private static final Logger log = LoggerFactory.getLogger(SqliteStorage.class);

  private final DataDirectory directory;
  private final Database database;
  private final StorageClock clock;
  private final Revisions revisions;
  private final Reservation reservation;
  private final Tail tail;
  private final Readers readers;
  private final Writer writer;
  private final Quota quota;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Written by the writer's thread. */
  private volatile StoredFormat format;

  private SqliteStorage(
      DataDirectory directory,
      Database database,
      StorageClock clock,
      Retention retention,
      Quota quota,
      Recovery.Result recovered) {
    this.directory = directory;
    this.database = database;
    this.clock = clock;
    this.revisions = recovered.revisions();
    this.format = recovered.format();
    this.reservation = recovered.reservation();
    var failures = new Failures(directory.path());
    this.tail = new Tail(revisions.current());
    this.quota = quota;
    this.writer =
        new Writer(
            database, failures, recovered, retention, quota, tail, clock, this::rejectEverything);
    this.readers = new Readers(database, failures, writer::stopWriting);
  }

  /** Returns whether a directory contains a storage, damaged or not. */
  public static boolean exists(Path directory) {
    return Files.exists(directory.resolve(DataDirectory.DATABASE));
  }

  /** Opens a directory with {@link #DEFAULT_RETENTION}. */
  public static SqliteStorage open(Path directory, StorageClock clock) {
    return open(directory, clock, DEFAULT_RETENTION);
  }

  /**
   * Opens a directory. If it does not exist it is created, accessible only to this user.
   *
   * @throws StorageException if the directory is in use, damaged, of a newer version, of another
   *     application, or cannot be written; it is then left unchanged
   */
  public static SqliteStorage open(Path directory, StorageClock clock, Retention retention) {
    return open(directory, clock, retention, Quota.NONE);
  }

  /**
   * Opens a directory with a quota: at this size, writes that need more space fail with {@link
   * io.listwatch.storage.StorageFullException} until deletions and compaction have made room.
   *
   * @param quotaBytes maximum size of the database without its free pages and its write-ahead log,
   *     at least 1 MiB; zero for none
   */
  public static SqliteStorage open(
      Path directory, StorageClock clock, Retention retention, long quotaBytes) {
    if (quotaBytes != Quota.NONE && quotaBytes < MIN_QUOTA) {
      throw new IllegalArgumentException(
          "quotaBytes: %d (expected: 0, or at least %d)".formatted(quotaBytes, MIN_QUOTA));
    }
    return open(directory, clock, retention, new Quota(quotaBytes), database -> {});
  }

  /**
   * For tests of full and failing disks.
   *
   * @param configure called with the database before it is opened
   */
  static SqliteStorage open(
      Path directory, StorageClock clock, Retention retention, Consumer<Database> configure) {
    return open(directory, clock, retention, new Quota(Quota.NONE), configure);
  }

  private static SqliteStorage open(
      Path directory,
      StorageClock clock,
      Retention retention,
      Quota quota,
      Consumer<Database> configure) {
    DataDirectory data = DataDirectory.open(directory);
    var database = new Database(data.database());
    configure.accept(database);
    Recovery.Result recovered;
    try {
      NativeLibrary.prepare(data.nativeLibrary());
      recovered = Opening.run(data, database, quota);
    } catch (RuntimeException | Error e) {
      data.close();
      throw e;
    }
    var storage = new SqliteStorage(data, database, clock, retention, quota, recovered);
    storage.writer.start();
    return storage;
  }

  /**
   * Writes the current state to a file, from which {@link #restore} makes a storage. Reads and
   * writes continue during the backup. Keys keep their expiry times.
   *
   * @param file must not exist
   */
  public void backup(Path file) {
    readers.read(
        session -> {
          Backup.write(session.connection(), file);
          return null;
        });
  }

  /**
   * Backs up a directory that another process may have open, without disturbing that process.
   *
   * @throws StorageException if there is no storage in the directory
   */
  public static void backup(Path directory, Path file) {
    Backup.write(directory, file);
  }

  /**
   * Returns the number of bytes of a backup written so far.
   *
   * @param file the backup's target file
   */
  public static long backedUp(Path file) {
    return Backup.unfinished(file).toFile().length();
  }

  /** Returns the size in bytes of the database in a directory, which is about that of a backup. */
  public static long size(Path directory) {
    return directory.resolve(DataDirectory.DATABASE).toFile().length();
  }

  /**
   * Replaces the storage in a directory with a backup. The storage then continues beyond every
   * revision that was handed out, and all earlier revisions are compacted. If the directory was
   * empty, those revisions are unknown, so it continues a billion beyond the backup.
   *
   * @throws StorageException if the backup is damaged, or the directory is in use
   */
  public static void restore(Path backup, Path directory) {
    restore(backup, directory, (done, total) -> {}, (done, total) -> {});
  }

  /**
   * Restores a backup and reports progress.
   *
   * @param copied receives the number of bytes copied
   * @param checked receives the number of changes checked, after the copy
   */
  public static void restore(
      Path backup, Path directory, ProgressListener copied, ProgressListener checked) {
    try (var data = DataDirectory.open(directory)) {
      NativeLibrary.prepare(data.nativeLibrary());
      Backup.restore(backup, data, copied, checked);
    }
  }

  /**
   * Checks the whole database, which takes as long as reading it.
   *
   * @return a description of each problem; empty if there is none
   */
  public List<String> check() {
    return check((done, total) -> {});
  }

  /** Checks the whole database and reports the approximate number of changes checked. */
  public List<String> check(ProgressListener progress) {
    return readers.read(session -> Integrity.check(session.connection(), progress));
  }

  @Override
  public Optional<StorageUsage> usage() {
    long logBytes = database.writeAheadLog().toFile().length();
    return Optional.of(new StorageUsage(quota.used(), quota.max(), logBytes, quota.reached()));
  }

  @Override
  public StoredFormat format() {
    return format;
  }

  @Override
  public CompletionStage<Void> setFormat(StoredFormat newFormat) {
    return add(new Write<Void>(
            0,
            transaction -> {
              transaction.setFormat(newFormat);
              return null;
            }))
        .thenAccept(done -> format = newFormat);
  }

  @Override
  public CompletionStage<Long> create(Key key, byte[] value, Lifetime lifetime) {
    return write(key, value, Transaction.ABSENT, lifetime);
  }

  @Override
  public CompletionStage<Long> update(
      Key key, byte[] value, long expectedRevision, Lifetime lifetime) {
    return write(key, value, checkPositive(expectedRevision), lifetime);
  }

  @Override
  public CompletionStage<Long> put(Key key, byte[] value, Lifetime lifetime) {
    return write(key, value, Transaction.ANY, lifetime);
  }

  private CompletionStage<Long> write(Key key, byte[] value, long expected, Lifetime lifetime) {
    if (value.length > maxValueBytes()) {
      return failedStage(new TooLargeException("value", value.length, maxValueBytes()));
    }
    long deadline = lifetime.duration().map(this::deadline).orElse(Transaction.NEVER);
    int bytes = key.length() + value.length;
    return add(new Write<>(bytes, transaction -> transaction.put(key, value, expected, deadline)));
  }

  /** Returns the expiry time in epoch milliseconds, rounded up. */
  private long deadline(Duration lifetime) {
    Instant end = clock.now().plus(lifetime);
    long millis = end.toEpochMilli();
    return Instant.ofEpochMilli(millis).isBefore(end) ? millis + 1 : millis;
  }

  @Override
  public CompletionStage<Long> delete(Key key, long expectedRevision) {
    checkPositive(expectedRevision);
    return add(
        new Write<>(
            key.length(), transaction -> transaction.remove(key, expectedRevision).orElseThrow()));
  }

  @Override
  public CompletionStage<OptionalLong> delete(Key key) {
    return add(new Write<>(key.length(), transaction -> transaction.remove(key, Transaction.ANY)));
  }

  private <T> CompletionStage<T> add(Write<T> write) {
    writer.add(write);
    return write.stage();
  }

  @Override
  public Optional<StoredEntry> get(Key key) {
    return readers.read(session -> Optional.ofNullable(session.now(key)));
  }

  @Override
  public Optional<StoredEntry> get(Key key, long revision) {
    return readPast(revision, session -> Optional.ofNullable(session.at(key, revision)));
  }

  @Override
  public RangePage range(KeyRange range, int limit) {
    checkLimit(limit);
    RangePage page = readers.read(session -> session.rangeNow(range, limit));
    // The writer may not have published this revision yet.
    revisions.reach(page.revision());
    return page;
  }

  @Override
  public RangePage range(KeyRange range, int limit, long revision) {
    checkLimit(limit);
    return readPast(revision, session -> session.rangeAt(range, limit, revision));
  }

  private static void checkLimit(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: at least 1)");
    }
  }

  @Override
  public long count(KeyRange range) {
    return readers.read(session -> session.count(range));
  }

  @Override
  public long count(KeyRange range, long revision) {
    return readPast(revision, session -> session.countAt(range, revision));
  }

  @Override
  public RangeDigest digest(KeyRange range, long revision) {
    return readPast(revision, session -> session.digestAt(range, revision));
  }

  private <T> T readPast(long revision, Readers.Query<T> query) {
    checkPositive(revision);
    tail.checkOpen();
    revisions.checkReached(revision);
    T result = readers.read(query);
    revisions.checkKept(revision);
    return result;
  }

  @Override
  public Optional<Duration> timeToLive(Key key) {
    OptionalLong expiry = readers.read(session -> session.expiry(key));
    if (expiry.isEmpty()) {
      return Optional.empty();
    }
    var left = Duration.between(clock.now(), Instant.ofEpochMilli(expiry.getAsLong()));
    return Optional.of(left.isNegative() ? Duration.ZERO : left);
  }

  @Override
  public CompletionStage<Long> currentRevision() {
    return tail.closed()
        ? failedStage(new StorageClosedException())
        : completedStage(revisions.current());
  }

  @Override
  public CompletionStage<Boolean> keeps(long revision) {
    checkPositive(revision);
    return tail.closed()
        ? failedStage(new StorageClosedException())
        : completedStage(revisions.keeps(revision));
  }

  @Override
  public StorageWatch watch(KeyRange range, long after, Runnable onReadable) {
    var watch = new SqliteWatch(tail, readers, revisions, range, checkPositive(after), onReadable);
    tail.add(watch);
    return watch;
  }

  @Override
  public CompletionStage<Void> compact(long revision) {
    checkPositive(revision);
    return add(
        new Write<>(
            0,
            transaction -> {
              transaction.compact(revision);
              return null;
            }));
  }

  @Override
  public CompletionStage<Void> advanceTo(long revision) {
    checkPositive(revision);
    return add(
        new Write<>(
            0,
            transaction -> {
              transaction.advanceTo(revision);
              return null;
            }));
  }

  private static long checkPositive(long revision) {
    if (revision < 1) {
      throw new IllegalArgumentException("revision: " + revision + " (expected: at least 1)");
    }
    return revision;
  }

  /** For tests, to count statements and to limit sizes. */
  Database database() {
    return database;
  }

  /** Ends all watches, and fails further reads. The directory stays locked. */
  private void rejectEverything() {
    readers.reject();
    tail.close().forEach(SqliteWatch::signal);
    readers.close();
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    // The following steps take a bounded time, and skipping some of them would look like a crash.
    boolean interrupted = Thread.interrupted();
    boolean ended = writer.close();
    rejectEverything();
    if (ended) {
      writer.closeSession();
      finish();
      directory.close();
    } else {
      log.error(
          "The disk does not respond; {} stays locked until the process ends", directory.path());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Records a clean shutdown. After a failure of the writer, the next start checks every page. */
  private void finish() {
    if (writer.failed()) {
      return;
    }
    try {
      reservation.finish(revisions.current());
    } catch (StorageException e) {
      // The next open will treat this as a crash.
      log.warn(
          "Cannot record the clean shutdown; the next start will treat it as an unclean one", e);
    }
  }
}
