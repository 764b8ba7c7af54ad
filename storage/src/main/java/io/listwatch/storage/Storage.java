package io.listwatch.storage;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * A store of keys and values that keeps the history of their changes.
 *
 * <p><b>Revisions.</b> Every change has a revision: a number greater than that of every earlier
 * change, to any key. A storage that was never written to is at revision 1 or later. A write that
 * is rejected or changes nothing has no revision. Revisions may have gaps. They never go back, not
 * even when a storage is reopened.
 *
 * <p><b>Reads see complete writes.</b> A write is complete when it is as durable as the engine
 * makes it. Reads, watches and {@link #currentRevision} show complete writes only, and a read
 * without a revision sees every write that was acknowledged before the read was called.
 *
 * <p><b>History.</b> There is an oldest kept revision, at most the current one. Every revision from
 * it on can be read exactly, and a watch can begin after it or after any later one. {@link
 * #compact} moves it forward, and so may the engine.
 *
 * <p><b>Failures</b> are {@link StorageException}s. Methods that return a stage report them through
 * the stage, watches through {@link StorageWatch#poll}, and reads throw them. An argument that is
 * always invalid, such as a negative limit, causes an {@code IllegalArgumentException} from the
 * call itself. Once the storage is closed, every call fails with {@link StorageClosedException}. A
 * write that fails had no effect, unless it fails with {@link UnknownOutcomeException}.
 *
 * <p><b>Threads.</b> Any thread may call any method. Methods that return a stage, and {@link
 * #watch}, never block, so an event loop may call them. Reads and {@link #close} may block on the
 * engine's disk or network, for a bounded time; a read that is interrupted meanwhile restores the
 * interrupt flag and fails with {@link StorageUnavailableException}. A stage is complete when it is
 * returned, or an engine thread completes it later: dependent actions must be quick and must not
 * block, or must name an executor. No engine runs a callback while it holds a lock. An engine
 * accepts a bounded number of concurrent writes, at least 1,000, and fails further ones with {@link
 * StorageUnavailableException}.
 *
 * <p><b>Values</b> belong to the storage once they are passed in, and are returned without being
 * copied: callers must not change the arrays. Engines do not look into them.
 */
public interface Storage extends AutoCloseable {
  /** Maximum size of a value in any engine. */
  int MAX_VALUE_BYTES = 3 * 512 * 1024;

  /** Number of entries that {@link #digest} reads at a time. */
  int DIGEST_PAGE = 1_000;

  /**
   * Maximum size of a value in this engine: at least 1 MiB, by default {@link #MAX_VALUE_BYTES}.
   */
  default int maxValueBytes() {
    return MAX_VALUE_BYTES;
  }

  /**
   * Returns whether every read is a call over the network, so that a caller should prefer state
   * that it already has.
   */
  default boolean remote() {
    return false;
  }

  /**
   * Returns the newest format that values of API objects have in this storage, and in which callers
   * write them; see {@link StoredValue}. Never blocks. If another server on a shared storage
   * changes the format, this is the old one until the next write or {@link #currentRevision}.
   */
  StoredFormat format();

  /**
   * Records another {@link #format}. Versions of Listwatch that do not know it cannot use the
   * storage from then on. Stored values stay as they are: before a switch to an older format, the
   * caller rewrites those in the newer one, as {@link StorageMigration} does.
   */
  CompletionStage<Void> setFormat(StoredFormat format);

  /** Returns the space in use, or empty if this engine does not know it. Never blocks long. */
  default Optional<StorageUsage> usage() {
    return Optional.empty();
  }

  /**
   * Writes a key that does not exist.
   *
   * <p>Like every write of a value it completes with the revision of the change. It fails with
   * {@link TooLargeException} if the value has more than {@link #maxValueBytes}, and with {@link
   * StorageFullException} if the storage has reached its quota.
   *
   * @return fails with {@link RevisionConflictException} if the key exists
   */
  CompletionStage<Long> create(Key key, byte[] value, Lifetime lifetime);

  default CompletionStage<Long> create(Key key, byte[] value) {
    return create(key, value, Lifetime.unlimited());
  }

  /**
   * Writes a key that is still at {@code expectedRevision}. The new lifetime replaces the old one.
   * Writing equal bytes is a change, too.
   *
   * @param expectedRevision the key's own {@link StoredEntry#revision}
   * @return fails with {@link RevisionConflictException} if the key is at another revision or
   *     absent
   */
  CompletionStage<Long> update(Key key, byte[] value, long expectedRevision, Lifetime lifetime);

  default CompletionStage<Long> update(Key key, byte[] value, long expectedRevision) {
    return update(key, value, expectedRevision, Lifetime.unlimited());
  }

  /** Writes a key whether it exists or not. */
  CompletionStage<Long> put(Key key, byte[] value, Lifetime lifetime);

  default CompletionStage<Long> put(Key key, byte[] value) {
    return put(key, value, Lifetime.unlimited());
  }

  /**
   * Deletes a key that is still at {@code expectedRevision}. Completes with the revision of the
   * deletion.
   *
   * @return fails with {@link RevisionConflictException} if the key is at another revision or
   *     absent
   */
  CompletionStage<Long> delete(Key key, long expectedRevision);

  /**
   * Deletes a key if it exists. Completes with the revision of the deletion, or empty if the key
   * did not exist.
   */
  CompletionStage<OptionalLong> delete(Key key);

  /** Returns the current entry of a key. */
  Optional<StoredEntry> get(Key key);

  /**
   * Returns the entry that a key had at {@code revision}.
   *
   * <p>Like every read of a past revision it fails with {@link CompactedException} if the revision
   * is older than the oldest kept, and with {@link FutureRevisionException} if it is greater than
   * the current one.
   */
  Optional<StoredEntry> get(Key key, long revision);

  /**
   * Returns the first entries of a range. To continue, read {@link RangePage#rest} at {@link
   * RangePage#revision}.
   *
   * @param limit maximum number of entries, at least 1. A page has fewer, although more follow,
   *     only if their values exceed a bound of the engine, which is at least 1 MiB.
   */
  RangePage range(KeyRange range, int limit);

  /** Returns the first entries that a range had at {@code revision}. */
  RangePage range(KeyRange range, int limit, long revision);

  /** Returns the number of keys of a range. */
  long count(KeyRange range);

  /** Returns the number of keys that a range had at {@code revision}. */
  long count(KeyRange range, long revision);

  /**
   * Returns a digest of the keys that a range had at {@code revision}, for comparing it with a copy
   * of the range. Takes time in proportion to the range, and little memory.
   */
  default RangeDigest digest(KeyRange range, long revision) {
    RangeDigest digest = RangeDigest.EMPTY;
    Optional<KeyRange> rest = Optional.of(range);
    while (rest.isPresent()) {
      RangePage page = range(rest.get(), DIGEST_PAGE, revision);
      for (StoredEntry entry : page.entries()) {
        digest = digest.with(entry.key(), entry.revision());
      }
      rest = page.rest();
    }
    return digest;
  }

  /**
   * Returns the remaining time to live of a key, not negative; absent if the key does not exist or
   * does not expire.
   *
   * <p>A key that was written with a limited {@link Lifetime} is deleted soon after that has passed
   * and never before. The deletion has a revision and a change like any other. Until then the key
   * exists. Keys that expire together may be deleted in one revision.
   */
  Optional<Duration> timeToLive(Key key);

  /**
   * Returns the current revision, which is not less than any that was acknowledged before the call.
   */
  CompletionStage<Long> currentRevision();

  /**
   * Returns whether a past revision can still be read. For callers that have read it before and
   * need only this check.
   */
  CompletionStage<Boolean> keeps(long revision);

  /**
   * Starts a watch of the changes to a range after a revision. Never fails: {@link
   * StorageWatch#poll} reports failures.
   *
   * <p>The revision may lie in the future. The watch then delivers nothing up to and including it.
   *
   * @param after at least 1
   * @param onReadable called when a poll after one that returned nothing would return something or
   *     fail. Any thread may call it, possibly spuriously, possibly before that poll has returned.
   *     It must be quick and must not block: it only wakes the reader.
   */
  StorageWatch watch(KeyRange range, long after, Runnable onReadable);

  /** Starts a watch with a blocking read. */
  default BlockingWatch watch(KeyRange range, long after) {
    return new BlockingWatch(onReadable -> watch(range, after, onReadable));
  }

  /**
   * Returns whether watches respond to {@link StorageWatch#requestProgress}. If not, do not wait
   * for progress.
   */
  default boolean reportsProgress() {
    return true;
  }

  /**
   * Drops the history before {@code revision}, which becomes the oldest kept revision unless a
   * later one already is. Watches that have not read up to it may fail with {@link
   * CompactedException}; watches that have delivered everything are not affected.
   *
   * @return fails with {@link FutureRevisionException} if the revision is greater than the current
   *     one
   */
  CompletionStage<Void> compact(long revision);

  /**
   * Jumps to {@code revision}, which becomes both the current and the oldest kept revision: all
   * earlier ones are compacted and all later ones are greater. Does nothing if the storage is at or
   * past it.
   *
   * <p>For a storage that replaces another one, whose clients must not see a revision twice. It
   * must not be in use yet: open watches fail as compacted.
   */
  CompletionStage<Void> advanceTo(long revision);

  /**
   * Releases the engine's resources. Watches fail with {@link StorageClosedException}, blocked
   * readers are woken, and all stages are complete when this returns. May be called again.
   */
  @Override
  void close();
}
