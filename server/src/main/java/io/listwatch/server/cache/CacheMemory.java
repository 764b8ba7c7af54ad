package io.listwatch.server.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.metrics.Metrics;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of bytes that the objects in all watch caches of a server may take together. Above it,
 * or if the heap is nearly full ({@link HeapPressure}), the resource with the largest cache loses
 * it and is served from storage. So is a resource whose cache has failed. A resource gets a cache
 * again once it would fit into three quarters of the maximum.
 *
 * <pre>
 *              more than max, and it is the largest; or an error
 *   CACHED ────────────────────────────────────────▶ UNCACHED
 *      ▲                                              │    ▲
 *      │ filled            it fits, after a delay     │    │ more than max
 *      └───────────────── RETURNING ◀─────────────────┘    │
 *                             └────────────────────────────┘
 * </pre>
 *
 * <p>Three things prevent flapping: the quarter of the maximum between losing and returning, a
 * delay that doubles while a resource loses its cache soon after it returned, and that a returning
 * resource gives way to those that have a cache.
 *
 * <p>Threads: any. The lock is held for arithmetic only; caches are dropped and created without it.
 */
public final class CacheMemory implements AutoCloseable {
  /** Time between two attempts to give a resource its cache back. */
  static final Duration REVIEW_INTERVAL = Duration.ofSeconds(30);

  /** Minimum time without a cache after a resource loses it for the first time. */
  static final Duration FIRST_DELAY = Duration.ofMinutes(1);

  static final Duration MAX_DELAY = Duration.ofMinutes(30);

  /** A resource that loses its cache within this time of its return waits twice as long. */
  static final Duration STABLE = Duration.ofMinutes(10);

  private static final Logger log = LoggerFactory.getLogger(CacheMemory.class);

  private final long max;
  private final Timers timers;
  private final Executor workers;
  private final Metrics metrics;
  private final HeapPressure pressure;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Set<CacheResidency> residencies = new LinkedHashSet<>();

  @GuardedBy("lock")
  private long used;

  /** Null if every resource has its cache. */
  @GuardedBy("lock")
  private Timers.@Nullable Timer review;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param max in bytes; 0 for no caches at all
   * @param workers run queries for the number of stored objects of a resource
   */
  public CacheMemory(long max, Timers timers, Executor workers, Metrics metrics) {
    this(max, timers, workers, metrics, OldGeneration::read);
  }

  /**
   * @param heap reads the heap
   */
  CacheMemory(
      long max, Timers timers, Executor workers, Metrics metrics, Supplier<OldGeneration> heap) {
    this.max = max;
    this.pressure = new HeapPressure(heap);
    this.timers = timers;
    this.workers = workers;
    this.metrics = metrics;
  }

  /** Returns half of the maximum heap. */
  public static long half() {
    return Runtime.getRuntime().maxMemory() / 2;
  }

  /** Returns the resources that have lost their cache, for operators. */
  public List<String> uncached() {
    lock.lock();
    try {
      return residencies.stream()
          .filter(CacheResidency::isUncached)
          .map(CacheResidency::name)
          .sorted()
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /** Describes the caches of all resources that have been used, without their changes. */
  public List<CacheDescription> describe() {
    return describe(each -> true, false);
  }

  /** Describes the cache of one resource, with its recent changes. Empty if it is unknown. */
  public List<CacheDescription> describe(String resource) {
    return describe(each -> each.name().equals(resource), true);
  }

  private List<CacheDescription> describe(Predicate<CacheResidency> which, boolean recent) {
    List<CacheResidency> all;
    lock.lock();
    try {
      all = List.copyOf(residencies);
    } finally {
      lock.unlock();
    }
    return all.stream().filter(which).map(each -> each.owner().describe(recent)).toList();
  }

  /** Adds a resource. It starts with a cache. */
  CacheResidency add(CacheOwner owner) {
    var residency = new CacheResidency(owner, metrics);
    lock.lock();
    try {
      residencies.add(residency);
    } finally {
      lock.unlock();
    }
    return residency;
  }

  /** Removes a resource that is no longer served. */
  void remove(CacheResidency residency) {
    lock.lock();
    try {
      used -= residency.release();
      residencies.remove(residency);
    } finally {
      lock.unlock();
    }
    residency.close();
  }

  /** Returns the account of a resource's new cache. */
  CacheAccount open(CacheResidency residency) {
    var account = new CacheAccount(this, residency);
    lock.lock();
    try {
      used -= residency.take(account);
    } finally {
      lock.unlock();
    }
    return account;
  }

  /** Changes the account of a cache. Returns false if the cache is no longer used. */
  boolean change(CacheAccount account, long bytes, long objects, boolean filled) {
    List<Loss> losses;
    pressure.update(timers.nanoTime());
    lock.lock();
    try {
      if (!account.residency().holds(account)) {
        return false;
      }
      used += bytes;
      account.add(bytes, objects);
      account.residency().changed();
      if (filled) {
        account.residency().filled(timers.nanoTime());
      }
      losses = lossesLocked();
    } finally {
      lock.unlock();
    }
    losses.forEach(CacheMemory::drop);
    return losses.stream().noneMatch(loss -> loss.loser == account.residency());
  }

  /** Chooses the resources that lose their cache, until the rest fits. */
  @GuardedBy("lock")
  private List<Loss> lossesLocked() {
    long now = timers.nanoTime();
    if (fitsLocked(now)) {
      return List.of();
    }
    var losses = new ArrayList<Loss>();
    while (!fitsLocked(now)) {
      CacheResidency loser = residencies.stream().max(CacheResidency.FIRST_TO_GO).orElse(null);
      if (loser == null || loser.bytes() == 0) {
        break;
      }
      losses.add(new Loss(loser, reasonLocked()));
      loseLocked(loser, now);
    }
    return losses;
  }

  @GuardedBy("lock")
  private void loseLocked(CacheResidency loser, long now) {
    long freed = loser.lose(now);
    used -= freed;
    pressure.dropped(freed, now);
    if (review == null && !closed) {
      review = timers.schedule(REVIEW_INTERVAL, this::startReview);
    }
  }

  /**
   * Drops a cache whose reflector thread has ended with an error. Does nothing if the resource has
   * another cache or none by now.
   */
  void abandon(CacheAccount account, Throwable death) {
    CacheResidency residency = account.residency();
    lock.lock();
    try {
      if (!residency.holds(account)) {
        return;
      }
      loseLocked(residency, timers.nanoTime());
    } finally {
      lock.unlock();
    }
    log.error(
        "{} loses its watch cache because of an error; it is served from storage until a new cache"
            + " is filled",
        residency.name(),
        death);
    residency.owner().dropCache();
  }

  @GuardedBy("lock")
  private boolean fitsLocked(long now) {
    return used <= max && !pressure.high(now);
  }

  @GuardedBy("lock")
  private String reasonLocked() {
    return used > max
        ? "the objects in all caches take more than " + max + " bytes (--cache-memory)"
        : "the heap is nearly full (-Xmx)";
  }

  private static void drop(Loss loss) {
    log.warn(
        "{} loses its watch cache: {}; it is served from storage until there is room",
        loss.loser.name(),
        loss.reason);
    loss.loser.owner().dropCache();
  }

  private void startReview() {
    try {
      workers.execute(this::review);
    } catch (RejectedExecutionException busy) {
      scheduleReview();
    }
  }

  private void scheduleReview() {
    lock.lock();
    try {
      boolean due = !closed && residencies.stream().anyMatch(CacheResidency::isUncached);
      review = due ? timers.schedule(REVIEW_INTERVAL, this::startReview) : null;
    } finally {
      lock.unlock();
    }
  }

  /** Gives the smallest resource that fits its cache back, at most one in each review. */
  private void review() {
    try {
      relieve();
      List<CacheResidency> smallestFirst =
          due().stream().sorted(Comparator.comparingLong(CacheResidency::estimate)).toList();
      for (CacheResidency residency : smallestFirst) {
        if (admits(residency)) {
          log.info("{} gets a watch cache again", residency.name());
          residency.owner().restoreCache();
          return;
        }
      }
    } catch (RuntimeException unavailable) {
      log.debug("storage did not say how many objects there are", unavailable);
    } finally {
      scheduleReview();
    }
  }

  /** Drops a cache if the heap is still nearly full. */
  private void relieve() {
    List<Loss> losses;
    pressure.update(timers.nanoTime());
    lock.lock();
    try {
      losses = lossesLocked();
    } finally {
      lock.unlock();
    }
    losses.forEach(CacheMemory::drop);
  }

  /** Returns the resources that may return, with new estimates. */
  private List<CacheResidency> due() {
    List<CacheResidency> due;
    lock.lock();
    try {
      boolean busy = residencies.stream().anyMatch(CacheResidency::isReturning);
      long now = timers.nanoTime();
      due =
          busy
              ? List.of()
              : residencies.stream().filter(residency -> residency.isDue(now)).toList();
    } finally {
      lock.unlock();
    }
    // Without the lock, because this queries storage.
    due.forEach(CacheResidency::newEstimate);
    return due;
  }

  private boolean admits(CacheResidency residency) {
    lock.lock();
    try {
      long now = timers.nanoTime();
      return residencies.contains(residency)
          && used + residency.estimate() <= max - max / 4
          && pressure.admits(residency.estimate(), now)
          && residency.beginReturn(now);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (review != null) {
        review.cancel();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A resource that loses its cache. */
  private record Loss(CacheResidency loser, String reason) {}
}
