package io.listwatch.storage;

import static java.util.concurrent.CompletableFuture.completedStage;
import static java.util.concurrent.CompletableFuture.failedStage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Storage} that keeps everything in memory, until it is closed. For tests, and for
 * programs that do not need their data after a restart.
 *
 * <p>Threads: it has none. The calling thread makes each write, one at a time under a lock, and the
 * write is complete when the call returns. Keys expire on the clock's thread. Reads use an
 * immutable state and never wait for a write. The lock is a leaf: no callback runs while it is
 * held.
 */
public final class MemoryStorage implements Storage {
  /** The default retention, enough to page through a list and to resume a watch. */
  public static final Retention DEFAULT_RETENTION = new Retention(10_000, Duration.ofMinutes(10));

  /** Maximum number of keys that expire in one revision; the others follow in the next. */
  private static final int MAX_EXPIRED_TOGETHER = 1_000;

  private static final long ABSENT = 0;
  private static final long ANY = -1;

  private final StorageClock clock;
  private final History history;
  private final ExpiryAlarm alarm;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Deadlines deadlines = new Deadlines();

  /** The open watches; every write checks each of them. */
  @GuardedBy("lock")
  private final Set<MemoryWatch> watches = new LinkedHashSet<>();

  /** Written under the lock. */
  private volatile boolean closed;

  /** Has no checksums by default, because the values never leave the memory. */
  private volatile StoredFormat format = StoredFormat.JSON;

  private MemoryStorage(StorageClock clock, Retention retention) {
    this.clock = clock;
    this.history = new History(retention, clock.now());
    this.alarm = new ExpiryAlarm(clock, this::expire);
  }

  public static MemoryStorage open(StorageClock clock) {
    return open(clock, DEFAULT_RETENTION);
  }

  public static MemoryStorage open(StorageClock clock, Retention retention) {
    return new MemoryStorage(clock, retention);
  }

  @Override
  public StoredFormat format() {
    return format;
  }

  @Override
  public CompletionStage<Void> setFormat(StoredFormat newFormat) {
    if (closed) {
      return failedStage(new StorageClosedException());
    }
    format = newFormat;
    return completedStage(null);
  }

  @Override
  public CompletionStage<Long> create(Key key, byte[] value, Lifetime lifetime) {
    return write(key, value, ABSENT, lifetime);
  }

  @Override
  public CompletionStage<Long> update(
      Key key, byte[] value, long expectedRevision, Lifetime lifetime) {
    return write(key, value, checkPositive(expectedRevision), lifetime);
  }

  @Override
  public CompletionStage<Long> put(Key key, byte[] value, Lifetime lifetime) {
    return write(key, value, ANY, lifetime);
  }

  private CompletionStage<Long> write(Key key, byte[] value, long expected, Lifetime lifetime) {
    if (value.length > maxValueBytes()) {
      return failedStage(new TooLargeException("value", value.length, maxValueBytes()));
    }
    Instant now = clock.now();
    Instant deadline = lifetime.duration().map(now::plus).orElse(null);
    long revision;
    List<MemoryWatch> woken;
    lock.lock();
    try {
      StoredEntry current = currentLocked(key, expected);
      revision = history.head().revision() + 1;
      woken = commitLocked(now, List.of(written(key, value, current, revision, deadline != null)));
      setDeadlineLocked(key, deadline);
    } catch (StorageException e) {
      return failedStage(e);
    } finally {
      lock.unlock();
    }
    woken.forEach(MemoryWatch::signal);
    if (deadline != null) {
      alarm.ringBy(deadline);
    }
    return completedStage(revision);
  }

  private static Change written(
      Key key, byte[] value, @Nullable StoredEntry current, long revision, boolean expires) {
    return current == null
        ? new Change.Created(new StoredEntry(key, value, revision, revision, expires))
        : new Change.Updated(
            new StoredEntry(key, value, current.createRevision(), revision, expires), current);
  }

  @GuardedBy("lock")
  private void setDeadlineLocked(Key key, @Nullable Instant deadline) {
    if (deadline == null) {
      deadlines.clear(key);
    } else {
      deadlines.set(key, deadline);
    }
  }

  @Override
  public CompletionStage<Long> delete(Key key, long expectedRevision) {
    return remove(key, checkPositive(expectedRevision)).thenApply(OptionalLong::getAsLong);
  }

  @Override
  public CompletionStage<OptionalLong> delete(Key key) {
    return remove(key, ANY);
  }

  private CompletionStage<OptionalLong> remove(Key key, long expected) {
    Instant now = clock.now();
    long revision;
    List<MemoryWatch> woken;
    lock.lock();
    try {
      StoredEntry current = currentLocked(key, expected);
      if (current == null) {
        return completedStage(OptionalLong.empty());
      }
      revision = history.head().revision() + 1;
      woken = commitLocked(now, List.of(new Change.Deleted(current)));
    } catch (StorageException e) {
      return failedStage(e);
    } finally {
      lock.unlock();
    }
    woken.forEach(MemoryWatch::signal);
    return completedStage(OptionalLong.of(revision));
  }

  /** Returns the current entry of the key if it has the expected revision, else throws. */
  @GuardedBy("lock")
  private @Nullable StoredEntry currentLocked(Key key, long expected) {
    checkOpen();
    StoredEntry current = history.head().state().get(key);
    long revision = current == null ? ABSENT : current.revision();
    if (expected != ANY && expected != revision) {
      throw new RevisionConflictException(key, expected, current);
    }
    return current;
  }

  /** Commits the next revision. Returns the watches to signal once the lock is released. */
  @GuardedBy("lock")
  private List<MemoryWatch> commitLocked(Instant now, List<Change> changes) {
    Commit head = history.head();
    EntryTree state = head.state();
    for (var change : changes) {
      if (change instanceof Change.Deleted deleted) {
        deadlines.clear(deleted.key());
        state = state.without(deleted.key());
      } else if (change instanceof Change.Created created) {
        state = state.with(created.current());
      } else if (change instanceof Change.Updated updated) {
        state = state.with(updated.current());
      }
    }
    var commit = new Commit(head.revision() + 1, now, state, changes);
    history.append(commit);
    return watches.stream().filter(watch -> watch.offerLocked(commit)).toList();
  }

  /** Deletes the expired keys. Called by the alarm. */
  private void expire() {
    Instant now = clock.now();
    List<MemoryWatch> woken = List.of();
    Instant next;
    lock.lock();
    try {
      var changes = expiredLocked(now);
      if (!closed && !changes.isEmpty()) {
        woken = commitLocked(now, changes);
      }
      next = deadlines.first();
    } finally {
      lock.unlock();
    }
    woken.forEach(MemoryWatch::signal);
    if (next != null) {
      alarm.ringBy(next);
    }
  }

  @GuardedBy("lock")
  private List<Change> expiredLocked(Instant now) {
    EntryTree state = history.head().state();
    var changes = new ArrayList<Change>();
    for (var key : deadlines.due(now, MAX_EXPIRED_TOGETHER)) {
      StoredEntry entry = state.get(key);
      if (entry != null) {
        changes.add(new Change.Deleted(entry));
      }
    }
    return changes;
  }

  @Override
  public Optional<StoredEntry> get(Key key) {
    return Optional.ofNullable(now().state().get(key));
  }

  @Override
  public Optional<StoredEntry> get(Key key, long revision) {
    return Optional.ofNullable(at(revision).state().get(key));
  }

  @Override
  public RangePage range(KeyRange range, int limit) {
    return page(now(), range, limit);
  }

  @Override
  public RangePage range(KeyRange range, int limit, long revision) {
    return page(at(revision), range, limit);
  }

  private static RangePage page(Commit commit, KeyRange range, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: at least 1)");
    }
    var entries = commit.state().entries(range, limit);
    return entries.size() < commit.state().count(range)
        ? RangePage.first(commit.revision(), entries, range)
        : RangePage.last(commit.revision(), entries);
  }

  @Override
  public long count(KeyRange range) {
    return now().state().count(range);
  }

  @Override
  public long count(KeyRange range, long revision) {
    return at(revision).state().count(range);
  }

  private Commit now() {
    checkOpen();
    return history.head();
  }

  private Commit at(long revision) {
    checkPositive(revision);
    long current = now().revision();
    if (revision > current) {
      throw new FutureRevisionException(revision, current);
    }
    trim();
    Commit commit = history.at(revision);
    if (commit == null) {
      throw new CompactedException(revision, history.oldest());
    }
    return commit;
  }

  /** Drops the history that has become too old since the last write. */
  private void trim() {
    Instant now = clock.now();
    lock.lock();
    try {
      history.trim(now);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Optional<Duration> timeToLive(Key key) {
    Instant now = clock.now();
    lock.lock();
    try {
      checkOpen();
      return Optional.ofNullable(deadlines.of(key))
          .map(deadline -> deadline.isAfter(now) ? Duration.between(now, deadline) : Duration.ZERO);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public CompletionStage<Long> currentRevision() {
    return closed
        ? failedStage(new StorageClosedException())
        : completedStage(history.head().revision());
  }

  @Override
  public CompletionStage<Boolean> keeps(long revision) {
    checkPositive(revision);
    trim();
    return closed
        ? failedStage(new StorageClosedException())
        : completedStage(revision >= history.oldest());
  }

  @Override
  public StorageWatch watch(KeyRange range, long after, Runnable onReadable) {
    trim();
    var watch = new MemoryWatch(this, history, lock, range, checkPositive(after), onReadable);
    lock.lock();
    try {
      if (!closed) {
        watches.add(watch);
      }
      return watch;
    } finally {
      lock.unlock();
    }
  }

  void forget(MemoryWatch watch) {
    lock.lock();
    try {
      watches.remove(watch);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public CompletionStage<Void> compact(long revision) {
    checkPositive(revision);
    lock.lock();
    try {
      long current = now().revision();
      if (revision > current) {
        throw new FutureRevisionException(revision, current);
      }
      history.compact(revision);
      return completedStage(null);
    } catch (StorageException e) {
      return failedStage(e);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public CompletionStage<Void> advanceTo(long revision) {
    checkPositive(revision);
    Instant now = clock.now();
    List<MemoryWatch> woken;
    lock.lock();
    try {
      long current = now().revision();
      if (revision <= current) {
        return completedStage(null);
      }
      history.jump(revision, now);
      woken = watches.stream().filter(watch -> watch.strandLocked(current)).toList();
    } catch (StorageException e) {
      return failedStage(e);
    } finally {
      lock.unlock();
    }
    woken.forEach(MemoryWatch::signal);
    return completedStage(null);
  }

  boolean closed() {
    return closed;
  }

  void checkOpen() {
    if (closed) {
      throw new StorageClosedException();
    }
  }

  @Override
  public void close() {
    List<MemoryWatch> open;
    lock.lock();
    try {
      closed = true;
      open = List.copyOf(watches);
      watches.clear();
    } finally {
      lock.unlock();
    }
    alarm.close();
    open.forEach(MemoryWatch::signal);
  }

  private static long checkPositive(long revision) {
    if (revision < 1) {
      throw new IllegalArgumentException("revision: " + revision + " (expected: at least 1)");
    }
    return revision;
  }
}
