package io.listwatch.storage;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Keys with values, and the history of their changes.
 *
 * <p><b>Revisions.</b> Every change has a revision, a number greater than those of all changes
 * before it, of whatever key. A storage that was never written to is at revision 1 or later. A
 * write that is refused or finds nothing to do has no revision. Revisions may jump; they never go
 * back, not even when a storage is opened again.
 *
 * <p><b>Now.</b> A write is complete when it is as durable as the engine makes it. Reads, watches
 * and {@link #currentRevision} show complete writes only, and a read without a revision sees every
 * write that was acknowledged before it was called.
 *
 * <p><b>History.</b> There is an oldest kept revision, at most the current one. Every revision from
 * it on can be read exactly, and a watch can begin after it or after any later one. {@link
 * #compact} moves it forward, and so may the engine.
 *
 * <p><b>Failures</b> are {@link StorageException}s. What answers with a stage reports them through
 * it and watches through {@link StorageWatch#poll}; reads throw them. What is wrong whatever the
 * storage holds, such as a negative limit, is an {@code IllegalArgumentException}, thrown by the
 * call itself. Once closed, a storage fails everything with {@link StorageClosedException}.
 *
 * <p><b>Threads.</b> Any thread may call anything. What answers with a stage, and {@link #watch},
 * never wait, so an event loop may call them. Reads and {@link #close} may wait for the engine's
 * disk or network, for a bounded time; a read that is interrupted meanwhile restores the flag and
 * fails as unavailable. A stage is complete when it is returned, or completed later by a thread of
 * the engine's: what depends on it must be quick and must not wait, or name an executor. No engine
 * calls anybody while it holds a lock. An engine takes a bounded number of writes at a time, at
 * least 1,000, and fails those beyond as unavailable.
 *
 * <p><b>Values</b> belong to the storage once they are given and are handed out without being
 * copied: nobody may change the arrays.
 */
public interface Storage extends AutoCloseable {
  /** How many bytes a value may have in any engine. */
  int MAX_VALUE_BYTES = 3 * 512 * 1024;

  /** How many bytes a value may have in this engine: at least 1 MiB, usually the most there is. */
  default int maxValueBytes() {
    return MAX_VALUE_BYTES;
  }

  /**
   * Writes a key that does not exist.
   *
   * <p>Like every write of a value it completes with the revision of the change, and fails with
   * {@link TooLargeException} if the value has more than {@link #maxValueBytes}.
   *
   * @return fails with {@link RevisionConflictException} if the key exists
   */
  CompletionStage<Long> create(Key key, byte[] value, Lifetime lifetime);

  default CompletionStage<Long> create(Key key, byte[] value) {
    return create(key, value, Lifetime.unlimited());
  }

  /**
   * Writes a key that is still as it was at {@code expectedRevision}. The new lifetime replaces the
   * old; equal bytes are a change like any other.
   *
   * @param expectedRevision the key's own {@link StoredEntry#revision}
   * @return fails with {@link RevisionConflictException} if the key is at another one or absent
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
   * Deletes a key that is still as it was at {@code expectedRevision}. Completes with the revision
   * of the deletion.
   *
   * @return fails with {@link RevisionConflictException} if the key is at another one or absent
   */
  CompletionStage<Long> delete(Key key, long expectedRevision);

  /**
   * Deletes a key if it exists. Completes with the revision of the deletion, or with nothing if
   * there was nothing to delete.
   */
  CompletionStage<OptionalLong> delete(Key key);

  /** The key as it is now. */
  Optional<StoredEntry> get(Key key);

  /**
   * The key as it was once {@code revision} had been made.
   *
   * <p>Like every read of a past revision it fails with {@link CompactedException} if the revision
   * is older than the oldest kept, and with {@link FutureRevisionException} if it has not been
   * reached.
   */
  Optional<StoredEntry> get(Key key, long revision);

  /**
   * The first entries of a range as it is now. To read on, read {@link RangePage#rest} at {@link
   * RangePage#revision}.
   *
   * @param limit how many entries at most, at least 1; there are fewer although more follow only if
   *     their values come to more than a bound of the engine's, which is at least 1 MiB
   */
  RangePage range(KeyRange range, int limit);

  /** The first entries of a range as it was at {@code revision}. */
  RangePage range(KeyRange range, int limit, long revision);

  /** How many keys of a range exist now. */
  long count(KeyRange range);

  /** How many keys of a range existed at {@code revision}. */
  long count(KeyRange range, long revision);

  /**
   * How long a key has left to live, not negative; absent if it does not exist or does not expire.
   *
   * <p>A key that was written with a limited {@link Lifetime} is deleted when that has passed: not
   * before, soon after, and with a revision and a change like any deletion. Until then it exists.
   * Keys that expire together may be deleted in one revision.
   */
  Optional<Duration> timeToLive(Key key);

  /** The current revision: not less than any that was acknowledged before the call. */
  CompletionStage<Long> currentRevision();

  /**
   * Whether a revision that has been reached can still be read, which reading it would tell as
   * well; for those who have read it before.
   */
  CompletionStage<Boolean> keeps(long revision);

  /**
   * Begins to watch what happens to a range after a revision. Whatever is wrong is told by {@link
   * StorageWatch#poll}, so this never fails.
   *
   * <p>The revision may lie in the future: the watch is then silent about everything up to it.
   *
   * @param after at least 1
   * @param onReadable called when a poll that answered nothing would answer something or fail now;
   *     by any thread, perhaps in vain, perhaps before that poll has returned. It must be quick and
   *     must not wait: it wakes somebody.
   */
  StorageWatch watch(KeyRange range, long after, Runnable onReadable);

  /** A watch for a thread that waits. */
  default BlockingWatch watch(KeyRange range, long after) {
    return new BlockingWatch(onReadable -> watch(range, after, onReadable));
  }

  /**
   * Whether watches answer {@link StorageWatch#requestProgress}. Where they do not, nobody may wait
   * for it.
   */
  default boolean reportsProgress() {
    return true;
  }

  /**
   * Forgets the history before {@code revision}, which becomes the oldest kept unless that is
   * already later. Watches that have not come so far may fail with {@link CompactedException};
   * those that have delivered everything are not disturbed.
   *
   * @return fails with {@link FutureRevisionException} if the revision has not been reached
   */
  CompletionStage<Void> compact(long revision);

  /**
   * Jumps to {@code revision}, which becomes the current and the oldest kept, so that all before it
   * are compacted and all that follow are greater. Does nothing if the storage is there or past it.
   *
   * <p>For a storage that takes the place of another, whose users must not meet a revision for the
   * second time. It must not be in use yet: watches that are open fail as compacted.
   */
  CompletionStage<Void> advanceTo(long revision);

  /**
   * Gives up whatever the storage holds. Watches end with {@link StorageClosedException}, whoever
   * waits for them is woken, and all stages are complete when this returns. May be called again.
   */
  @Override
  void close();
}
