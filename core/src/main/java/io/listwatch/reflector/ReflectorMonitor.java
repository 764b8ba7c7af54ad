package io.listwatch.reflector;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
import io.listwatch.time.Timers;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a reflector's state, logs and measures it, and notifies the listener.
 *
 * <p>Threads: written by the reflector's thread only; {@link #status} and {@link #close} may be
 * called from any thread.
 */
final class ReflectorMonitor implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Reflector.class);

  private final String name;
  private final Timers timers;
  private final ReflectorListener listener;
  private final Metrics.Counter listCount;
  private final Metrics.Counter watchCount;
  private final Metrics.Counter shortWatchCount;
  private final Metrics.Counter errorCount;
  private final Metrics.Counter unreadableCount;
  private final Metrics.Distribution listSeconds;
  private final Metrics.Distribution listItems;
  private final Metrics.Distribution watchSeconds;
  private final Metrics.Distribution watchItems;
  private final Metrics.Gauge versionGauge;

  private volatile ReflectorState state = ReflectorState.NEW;
  private volatile Instant since;
  private volatile ResourceVersion version = ResourceVersion.UNSET;

  /**
   * Time of the last event by the monotonic clock, which is cheap enough for every event;
   * meaningless before the first.
   */
  private volatile long lastEvent;

  private volatile long lastBookmark;
  private volatile boolean anyEvent;
  private volatile boolean anyBookmark;
  private volatile @Nullable Instant lastErrorTime;
  private volatile @Nullable Throwable lastError;
  private volatile boolean failing;
  private volatile boolean complete;
  private final AtomicLong lists = new AtomicLong();
  private final AtomicLong watches = new AtomicLong();
  private final AtomicLong unreadable = new AtomicLong();

  ReflectorMonitor(String name, Timers timers, ReflectorListener listener, Metrics metrics) {
    this.name = name;
    this.timers = timers;
    this.listener = listener;
    this.since = timers.now();
    var tags = Map.of("name", name);
    listCount = metrics.counter("reflector_lists_total", tags);
    watchCount = metrics.counter("reflector_watches_total", tags);
    shortWatchCount = metrics.counter("reflector_short_watches_total", tags);
    errorCount = metrics.counter("reflector_errors_total", tags);
    unreadableCount = metrics.counter("reflector_unreadable_objects_total", tags);
    listSeconds = metrics.distribution("reflector_list_duration_seconds", tags);
    listItems = metrics.distribution("reflector_items_per_list", tags);
    watchSeconds = metrics.distribution("reflector_watch_duration_seconds", tags);
    watchItems = metrics.distribution("reflector_items_per_watch", tags);
    versionGauge = metrics.gauge("reflector_last_resource_version", tags, () -> version.asGauge());
  }

  void enter(ReflectorState next) {
    ReflectorState previous = state;
    if (previous != next) {
      since = timers.now();
      state = next;
      log.debug("{}: {} -> {} at version {}", name, previous, next, version);
    }
    // Written after the state, and read before it: a status that is not failing any more shows
    // WATCHING.
    if (next == ReflectorState.WATCHING && failing) {
      failing = false;
      log.info("{}: recovered at version {}", name, version);
    }
    if (previous != next) {
      notifyListener(() -> listener.onStateChange(previous, next));
    }
  }

  void listed(int items) {
    lists.incrementAndGet();
    listCount.increment();
    listItems.record(items);
  }

  void listTook(long nanos) {
    listSeconds.recordNanos(nanos);
  }

  /** Called just before the store gets the complete collection. */
  void complete() {
    complete = true;
  }

  void watchOpened() {
    watches.incrementAndGet();
    watchCount.increment();
  }

  void watchEnded(long events, long nanos) {
    watchItems.record((double) events);
    watchSeconds.recordNanos(nanos);
    log.debug("{}: watch closed after {} events and {} ms", name, events, nanos / 1_000_000);
  }

  void shortWatch() {
    shortWatchCount.increment();
  }

  /** Records an event that arrived at {@code now}, a {@code nanoTime}. */
  void event(boolean bookmark, long now) {
    lastEvent = now;
    anyEvent = true;
    if (bookmark) {
      lastBookmark = now;
      anyBookmark = true;
    }
  }

  void reached(ResourceVersion newVersion) {
    version = newVersion;
  }

  /**
   * Records a failure. The first after a success is logged as a warning, later ones as debug
   * messages.
   */
  void failed(Exception error, boolean expected) {
    lastErrorTime = timers.now();
    lastError = error;
    errorCount.increment();
    if (expected || failing) {
      log.debug("{}: {}", name, error.toString());
    } else if (error instanceof ApiException) {
      log.warn("{}: {}; trying again", name, error.toString());
    } else {
      log.warn("{}: failed unexpectedly; trying again", name, error);
    }
    failing |= !expected;
    notifyListener(() -> listener.onError(error));
  }

  /** Records an error that ends the reflector's thread for good. */
  void died(Throwable cause) {
    lastErrorTime = timers.now();
    lastError = cause;
    failing = true;
    log.error("{}: stopped for good", name, cause);
  }

  void putAside(UnreadableObject object) {
    unreadable.incrementAndGet();
    unreadableCount.increment();
    log.warn("{}: put aside {}", name, object);
    notifyListener(() -> listener.onUnreadable(object));
  }

  void notResumed(String reason) {
    log.info("{}: cannot resume from the kept state: {}", name, reason);
  }

  void slow(String step, long nanos) {
    log.info("{}: {} took {} ms", name, step, nanos / 1_000_000);
  }

  void stopped() {
    enter(ReflectorState.STOPPED);
  }

  /** Unregisters the gauge, whether or not the reflector ran. */
  @Override
  public void close() {
    versionGauge.close();
  }

  private void notifyListener(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException failure) {
      log.error("{}: a listener failed", name, failure);
    }
  }

  ReflectorStatus status() {
    boolean stillFailing = failing;
    return new ReflectorStatus(
        state,
        since,
        version,
        anyEvent ? instant(lastEvent) : null,
        anyBookmark ? instant(lastBookmark) : null,
        lastErrorTime,
        lastError,
        stillFailing,
        complete,
        lists.get(),
        Math.max(0, watches.get() - 1),
        unreadable.get());
  }

  private Instant instant(long nanoTime) {
    return timers.now().minusNanos(timers.nanoTime() - nanoTime);
  }
}
