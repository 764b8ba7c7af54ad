package io.listwatch.storage.etcd;

import io.listwatch.storage.KeyRange;
import io.listwatch.storage.StorageClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The watches that are open, and what all of them need.
 *
 * <p>Thread-safe, without a lock.
 */
final class Watches implements AutoCloseable {
  /**
   * How long etcd may take to bring a watch of the past up to date, which it does every 100 ms and
   * does not tell. Until then a compaction would end even a watch to which nothing has happened.
   */
  private static final Duration SETTLE = Duration.ofMillis(300);

  private final EtcdCalls calls;
  private final StorageClock clock;
  private final Keyspace keyspace;
  private final RevisionLine line;
  private final History history;
  private final boolean reportsProgress;
  private final Set<EtcdWatch> open = ConcurrentHashMap.newKeySet();
  private volatile Instant lastOpened = Instant.MIN;
  private volatile boolean closed;

  Watches(
      EtcdCalls calls,
      StorageClock clock,
      Keyspace keyspace,
      RevisionLine line,
      History history,
      boolean reportsProgress) {
    this.calls = calls;
    this.clock = clock;
    this.keyspace = keyspace;
    this.line = line;
    this.history = history;
    this.reportsProgress = reportsProgress;
  }

  EtcdWatch watch(KeyRange range, long after, Runnable onReadable) {
    var watch = new EtcdWatch(this, range, after, onReadable);
    open.add(watch);
    // After it was added: whoever closes looks at what is open after saying so.
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

  /** A stream has just been opened. */
  void opened() {
    lastOpened = clock.now();
  }

  /** Complete when etcd has had the time to bring every watch up to date. */
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

  RevisionLine line() {
    return line;
  }

  History history() {
    return history;
  }

  boolean reportsProgress() {
    return reportsProgress;
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(EtcdWatch::storageClosed);
    open.clear();
  }
}
