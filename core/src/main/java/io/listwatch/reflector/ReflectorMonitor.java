package io.listwatch.reflector;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ApiException;
import io.listwatch.model.DeltaMismatchException;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
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
  private final Metrics.Counter deltaCount;
  private final Map<DeltaMismatchException.Reason, Metrics.Counter> mismatchCounts =
      new EnumMap<>(DeltaMismatchException.Reason.class);
  private final Metrics.Gauge versionGauge;

  private volatile ReflectorState state = ReflectorState.NEW;
  private volatile Instant since;
  private volatile DeltaState deltas = DeltaState.NO;
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

  /** Used by the reflector's thread only. */
  private boolean listedInstead;

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
    deltaCount = metrics.counter("reflector_deltas_total", tags);
    for (var reason : DeltaMismatchException.Reason.values()) {
      mismatchCounts.put(
          reason,
          metrics.counter(
              "reflector_delta_mismatches_total", Map.of("name", name, "reason", reason.label())));
    }
    versionGauge = metrics.gauge("reflector_last_resource_version", tags, () -> version.asGauge());
  }

  void started(Duration resyncPeriod) {
    log.debug("{}: starting, with a resync period of {}", name, resyncPeriod);
  }

  void enter(ReflectorState next) {
    ReflectorState previous = state;
    if (previous != next) {
      since = timers.now();
      state = next;
      log.debug("{}: {} -> {} at version {}", name, previous, next, version);
    }
    // {@code failing} is written after the state and read before it, so a status that is no longer
    // failing shows WATCHING.
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

  /** Records that the store has been filled by a list or a streaming list. */
  void populated(int items, long nanos) {
    listSeconds.recordNanos(nanos);
    log.debug("{}: populated with {} objects in {} ms", name, items, nanos / 1_000_000);
  }

  /** Records that a streaming list failed and that a list takes its place. client-go warns too. */
  void listsInstead(Exception error) {
    if (!listedInstead) {
      listedInstead = true;
      log.warn("{}: cannot fetch by a streaming list, lists instead: {}", name, error.toString());
    }
    failed(error, true);
  }

  /** Logs that a streaming list is still waiting for the bookmark that ends it. */
  void endBookmarkMissing(long events, Duration silence) {
    String waiting = "{}: waiting for the bookmark that ends the initial events; ";
    if (events == 0) {
      log.warn(waiting + "no event for {} s", name, silence.toSeconds());
    } else {
      log.warn(waiting + "the last event was {} s ago", name, silence.toSeconds());
    }
  }

  /** Logs the end of the initial events. */
  void endBookmark(long events, long nanos) {
    log.debug("{}: end of {} initial events after {} ms", name, events, nanos / 1_000_000);
  }

  void resyncs() {
    log.debug("{}: forcing resync", name);
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

  /** Records whether the watch that was opened gets deltas. */
  void deltas(DeltaState newDeltas) {
    if (deltas != newDeltas) {
      deltas = newDeltas;
      log.debug("{}: deltas: {}", name, newDeltas);
    }
  }

  void delta() {
    deltaCount.increment();
  }

  void deltaMismatched(DeltaMismatchException mismatch) {
    Objects.requireNonNull(mismatchCounts.get(mismatch.reason())).increment();
    deltas = DeltaState.BACKING_OFF;
    String message = mismatch.status().message();
    if (mismatch.reason() == DeltaMismatchException.Reason.MALFORMED) {
      log.warn("{}: the server sent {}; continuing without deltas", name, message);
    } else {
      log.info("{}: {}; continuing without deltas", name, message);
    }
  }

  void deltasOff() {
    deltas = DeltaState.NO;
    log.info("{}: two watches with deltas ended at once; no more deltas are requested", name);
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

  /** Logs the steps of a fetch that took long. */
  void slow(String steps) {
    log.info("{}: {}", name, steps);
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
        unreadable.get(),
        deltas);
  }

  private Instant instant(long nanoTime) {
    return timers.now().minusNanos(timers.nanoTime() - nanoTime);
  }
}
