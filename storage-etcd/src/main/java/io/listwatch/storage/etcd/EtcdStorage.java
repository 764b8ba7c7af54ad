package io.listwatch.storage.etcd;

import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Lifetime;
import io.listwatch.storage.RangeDigest;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageClock;
import io.listwatch.storage.StorageClosedException;
import io.listwatch.storage.StorageWatch;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.StoredFormat;
import io.listwatch.storage.TooLargeException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A {@link Storage} in an etcd cluster, below a key prefix of its own. Any number of servers may
 * share one prefix.
 *
 * <p>Revisions are those of etcd, which counts the writes of all its clients, plus the jumps of
 * {@link #advanceTo}. Jumps are stored in etcd with the format marker, so that all servers agree. A
 * server that is running when another one jumps notices with its next write or {@link
 * #currentRevision}; until then its reads and watches may return revisions from before the jump.
 *
 * <p>{@link #compact} compacts the whole cluster, which has only one history. Keys expire by etcd's
 * leases, at most a minute and a few moments after their time.
 *
 * <p>Threads: {@code listwatch-etcd-io} does the I/O and completes writes; {@code
 * listwatch-etcd-calls} complete other stages and wake the readers of watches. All end when this is
 * closed.
 */
public final class EtcdStorage implements Storage {
  /** etcd limits the size of the whole request, which contains the key up to six times. */
  private static final int MAX_VALUE = Storage.MAX_VALUE_BYTES - 64 * 1024;

  private final EtcdCalls calls;
  private final Members members;
  private final History history;
  private final EtcdReader reader;
  private final EtcdWriter writer;
  private final RevisionMapping mapping;
  private final Watches watches;
  private final OpenStages stages = new OpenStages();

  EtcdStorage(
      EtcdCalls calls, StorageClock clock, Keyspace keyspace, Marker marker, Members members) {
    this.calls = calls;
    this.members = members;
    this.mapping = new RevisionMapping(marker, this::jumped);
    this.history = new History(calls, keyspace, mapping);
    this.reader = new EtcdReader(calls, keyspace, mapping, history);
    this.writer = new EtcdWriter(calls, keyspace, mapping, history, new LeasePool(calls, clock));
    this.watches = new Watches(calls, clock, keyspace, mapping, history, members);
  }

  /**
   * Returns a builder for a storage in a cluster.
   *
   * @param endpoints such as {@code http://host:2379}, or {@code https} for TLS. One is used until
   *     it fails, then the next.
   * @param clock times retries. Keys expire by etcd's own clock.
   */
  public static EtcdStorageBuilder builder(List<URI> endpoints, StorageClock clock) {
    return new EtcdStorageBuilder(endpoints, clock);
  }

  @Override
  public int maxValueBytes() {
    return MAX_VALUE;
  }

  @Override
  public boolean remote() {
    return true;
  }

  @Override
  public StoredFormat format() {
    return mapping.marker().format();
  }

  /**
   * Records the format in the marker of the prefix. Servers notice with their next write or {@link
   * #currentRevision}; those that do not know the format fail all writes from then on.
   */
  @Override
  public CompletionStage<Void> setFormat(StoredFormat format) {
    return stages.other(() -> writer.setFormat(format));
  }

  @Override
  public CompletionStage<Long> create(Key key, byte[] value, Lifetime lifetime) {
    return write(key, value, EtcdWriter.ABSENT, lifetime);
  }

  @Override
  public CompletionStage<Long> update(
      Key key, byte[] value, long expectedRevision, Lifetime lifetime) {
    return write(key, value, checkPositive(expectedRevision), lifetime);
  }

  @Override
  public CompletionStage<Long> put(Key key, byte[] value, Lifetime lifetime) {
    return write(key, value, EtcdWriter.ANY, lifetime);
  }

  private CompletionStage<Long> write(Key key, byte[] value, long expected, Lifetime lifetime) {
    if (value.length > MAX_VALUE) {
      return CompletableFuture.failedFuture(
          new TooLargeException("value", value.length, MAX_VALUE));
    }
    return stages.write(() -> writer.put(key, value, expected, lifetime));
  }

  @Override
  public CompletionStage<Long> delete(Key key, long expectedRevision) {
    checkPositive(expectedRevision);
    return stages.write(
        () -> writer.delete(key, expectedRevision).thenApply(OptionalLong::getAsLong));
  }

  @Override
  public CompletionStage<OptionalLong> delete(Key key) {
    return stages.write(() -> writer.delete(key, EtcdWriter.ANY));
  }

  @Override
  public Optional<StoredEntry> get(Key key) {
    checkOpen();
    return reader.get(key, EtcdReader.NOW);
  }

  @Override
  public Optional<StoredEntry> get(Key key, long revision) {
    checkPositive(revision);
    checkOpen();
    return reader.get(key, revision);
  }

  @Override
  public RangePage range(KeyRange range, int limit) {
    checkLimit(limit);
    checkOpen();
    return reader.range(range, limit, EtcdReader.NOW);
  }

  @Override
  public RangePage range(KeyRange range, int limit, long revision) {
    checkLimit(limit);
    checkPositive(revision);
    checkOpen();
    return reader.range(range, limit, revision);
  }

  @Override
  public long count(KeyRange range) {
    checkOpen();
    return reader.count(range, EtcdReader.NOW);
  }

  @Override
  public long count(KeyRange range, long revision) {
    checkPositive(revision);
    checkOpen();
    return reader.count(range, revision);
  }

  @Override
  public RangeDigest digest(KeyRange range, long revision) {
    checkPositive(revision);
    checkOpen();
    return reader.digest(range, revision);
  }

  @Override
  public Optional<Duration> timeToLive(Key key) {
    checkOpen();
    return reader.timeToLive(key);
  }

  @Override
  public CompletionStage<Long> currentRevision() {
    return stages.other(history::current);
  }

  @Override
  public CompletionStage<Boolean> keeps(long revision) {
    checkPositive(revision);
    return stages.other(() -> history.keeps(revision));
  }

  @Override
  public StorageWatch watch(KeyRange range, long after, Runnable onReadable) {
    return watches.watch(range, checkPositive(after), onReadable);
  }

  /**
   * Returns whether watches report progress.
   *
   * <p>They do if every endpoint runs a version of etcd whose progress notifications are reliable:
   * 3.4.31 or later, or 3.5.13 or later. An endpoint that has not responded yet counts as
   * unreliable, and is queried again every half minute.
   */
  @Override
  public boolean reportsProgress() {
    return members.reportProgressReliably();
  }

  @Override
  public CompletionStage<Void> compact(long revision) {
    checkPositive(revision);
    return stages.other(() -> watches.settled().thenCompose(settled -> history.compact(revision)));
  }

  @Override
  public CompletionStage<Void> advanceTo(long revision) {
    checkPositive(revision);
    return stages.other(() -> writer.advanceTo(revision));
  }

  private void jumped() {
    watches.jumped();
  }

  private void checkOpen() {
    if (calls.closed()) {
      throw new StorageClosedException();
    }
  }

  @Override
  public void close() {
    calls.close();
    members.close();
    watches.close();
    calls.endpoints().close();
    stages.close();
  }

  private static void checkLimit(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: at least 1)");
    }
  }

  private static long checkPositive(long revision) {
    if (revision < 1) {
      throw new IllegalArgumentException("revision: " + revision + " (expected: at least 1)");
    }
    return revision;
  }
}
