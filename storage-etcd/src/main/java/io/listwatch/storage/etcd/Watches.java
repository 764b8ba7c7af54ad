package io.listwatch.storage.etcd;

import io.listwatch.storage.KeyRange;
import io.listwatch.storage.StorageClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open watches, and the collaborators they share.
 *
 * <p>Thread-safe, without a lock.
 */
final class Watches implements AutoCloseable {
  /**
   * Time within which etcd catches up a watch that begins in the past. It does so every 100 ms and
   * does not report it. Until then a compaction would cancel even a watch without events.
   */
  private static final Duration SETTLE = Duration.ofMillis(300);

  private final EtcdCalls calls;
  private final StorageClock clock;
  private final Keyspace keyspace;
  private final RevisionMapping mapping;
  private final History history;
  private final Members members;
  private final Set<EtcdWatch> open = ConcurrentHashMap.newKeySet();
  private volatile Instant lastOpened = Instant.MIN;
  private volatile boolean closed;

  Watches(
      EtcdCalls calls,
      StorageClock clock,
      Keyspace keyspace,
      RevisionMapping mapping,
      History history,
      Members members) {
    this.calls = calls;
    this.clock = clock;
    this.keyspace = keyspace;
    this.mapping = mapping;
    this.history = history;
    this.members = members;
  }

  EtcdWatch watch(KeyRange range, long after, Runnable onReadable) {
    var watch = new EtcdWatch(this, range, after, onReadable);
    open.add(watch);
    // Checked after the add: {@link #close} sets the flag before it iterates over the set.
    if (closed) {
      watch.storageClosed();
    } else {
      watch.begin();
    }
    return watch;
  }

  void forget(EtcdWatch watch) {
    open.remove(watch);
  }

  void jumped() {
    open.forEach(EtcdWatch::jumped);
  }

  /** Called when a stream has been opened. */
  void opened() {
    lastOpened = clock.now();
  }

  /** Completes when etcd has had time to catch up every watch. */
  CompletableFuture<Void> settled() {
    var settled = new CompletableFuture<Void>();
    Instant last = lastOpened;
    if (last.equals(Instant.MIN)) {
      settled.complete(null);
    } else {
      clock.schedule(last.plus(SETTLE), () -> settled.complete(null));
    }
    return settled;
  }

  EtcdCalls calls() {
    return calls;
  }

  StorageClock clock() {
    return clock;
  }

  Keyspace keyspace() {
    return keyspace;
  }

  RevisionMapping mapping() {
    return mapping;
  }

  History history() {
    return history;
  }

  boolean reportsProgress() {
    return members.reportProgressReliably();
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(EtcdWatch::storageClosed);
    open.clear();
  }
}
