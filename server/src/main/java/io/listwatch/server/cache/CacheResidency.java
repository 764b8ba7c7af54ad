package io.listwatch.server.cache;

import io.listwatch.metrics.Metrics;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of one resource in a {@link CacheMemory}: whether it has a cache, and since when.
 *
 * <p>Threads: the memory's lock guards all fields that are not volatile.
 */
final class CacheResidency implements AutoCloseable {
  /** The order in which resources lose their cache: a returning one first, then the largest. */
  static final Comparator<CacheResidency> FIRST_TO_GO =
      Comparator.comparing(CacheResidency::givesWay).thenComparingLong(CacheResidency::bytes);

  private enum State {
    CACHED,
    UNCACHED,
    RETURNING
  }

  private final CacheOwner owner;
  private final Metrics.Counter evictions;
  private final List<Metrics.Gauge> gauges;

  private volatile State state = State.CACHED;
  private @Nullable CacheAccount account;

  /** Start of the state, by the monotonic clock. */
  private long since;

  /** True if the resource has lost its cache before. */
  private boolean lostBefore;

  private long delay;

  /** Average size of an object when the cache was lost. */
  private long average;

  /** Bytes that the objects would take; written by the worker that reviews. */
  private volatile long estimate;

  /** For the gauge, which reads without the lock. */
  private volatile long bytes;

  CacheResidency(CacheOwner owner, Metrics metrics) {
    this.owner = owner;
    var tags = Map.of("resource", owner.name());
    evictions = metrics.counter("watch_cache_evictions_total", tags);
    gauges =
        List.of(
            metrics.gauge("watch_cache_object_bytes", tags, () -> bytes),
            metrics.gauge("watch_cache_evicted", tags, () -> state == State.CACHED ? 0 : 1));
  }

  CacheOwner owner() {
    return owner;
  }

  String name() {
    return owner.name();
  }

  boolean isUncached() {
    return state != State.CACHED;
  }

  boolean isReturning() {
    return state == State.RETURNING;
  }

  private boolean givesWay() {
    return isReturning() && bytes > 0;
  }

  long bytes() {
    return bytes;
  }

  boolean holds(CacheAccount other) {
    return account == other;
  }

  /** Sets the account of a new cache. Returns the bytes of the previous account. */
  long take(CacheAccount next) {
    long before = release();
    account = next;
    return before;
  }

  /** Removes the account. Returns its bytes. */
  long release() {
    long before = account == null ? 0 : account.bytes();
    account = null;
    bytes = 0;
    return before;
  }

  /** Called when the account has changed. */
  void changed() {
    bytes = account == null ? 0 : account.bytes();
  }

  /** Called when the cache is filled and serves the resource. */
  void filled(long now) {
    if (state == State.RETURNING) {
      state = State.CACHED;
      since = now;
    }
  }

  /** Records that the resource loses its cache. Returns the freed bytes. */
  long lose(long now) {
    boolean soon = lostBefore && now - since < CacheMemory.STABLE.toNanos();
    delay =
        soon
            ? Math.min(2 * delay, CacheMemory.MAX_DELAY.toNanos())
            : CacheMemory.FIRST_DELAY.toNanos();
    average = account == null ? CacheAccount.OVERHEAD : account.average();
    lostBefore = true;
    state = State.UNCACHED;
    since = now;
    evictions.increment();
    return release();
  }

  boolean isDue(long now) {
    return state == State.UNCACHED && now - since >= delay;
  }

  /**
   * Estimates the memory of a cache from the number of stored objects. Queries storage, so it is
   * called without the lock.
   */
  void newEstimate() {
    estimate = owner.storedObjects() * average;
  }

  long estimate() {
    return estimate;
  }

  /**
   * Records that the resource gets its cache back. Returns false if it has one, or is already
   * getting one back.
   */
  boolean beginReturn(long now) {
    if (state != State.UNCACHED) {
      return false;
    }
    state = State.RETURNING;
    since = now;
    return true;
  }

  @Override
  public void close() {
    gauges.forEach(Metrics.Gauge::close);
  }
}
