package io.listwatch.reflector;

import io.listwatch.model.DeltaMismatchException;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent;
import io.listwatch.time.Timers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One open watch while it is being read: counts its events, measures its duration, and signals when
 * its timeout is near. Its watchdog ends it when it goes silent.
 *
 * <p>Confined to the reflector's thread, except for the timer that fires before the end.
 */
final class WatchStream implements AutoCloseable {
  private static final Duration VERY_SHORT = Duration.ofSeconds(1);

  private final Watch watch;
  private final DeltaUse.@Nullable Stream deltas;
  private final Timers timers;
  private final ReflectorMonitor monitor;
  private final Watchdog watchdog;
  private final long start;
  private final Timers.@Nullable Timer succession;
  private long events;

  /** True while events may be repetitions of those of the previous stream. */
  private boolean overlapping;

  private volatile boolean nearlyOver;

  /**
   * Measures from before the request, because some proxies delay the response until the first
   * event.
   *
   * @param deltas null if it did not request deltas
   */
  WatchStream(
      Watch watch,
      DeltaUse.@Nullable Stream deltas,
      long start,
      Duration timeout,
      ReflectorPolicy policy,
      BookmarkInterval interval,
      Timers timers,
      ReflectorMonitor monitor) {
    this.watch = watch;
    this.deltas = deltas;
    this.start = start;
    this.timers = timers;
    this.monitor = monitor;
    this.watchdog = new Watchdog(timers, watch, interval, timeout);
    Duration after = policy.successionTime(timeout);
    this.succession = after.isZero() ? null : timers.schedule(after, this::endIsNear);
  }

  private void endIsNear() {
    nearlyOver = true;
    watch.wakeUp();
  }

  /**
   * Marks this stream as opened while another was still read: it begins with events that the other
   * has delivered as well.
   */
  WatchStream overlapping() {
    overlapping = true;
    if (deltas != null) {
      deltas.overlapping();
    }
    return this;
  }

  /**
   * Returns the next event, or null if the wait was interrupted by a wake-up or the stream has
   * {@link #ended}.
   */
  @Nullable WatchEvent next() throws InterruptedException {
    WatchEvent event = read();
    if (event != null) {
      saw(event);
    } else if (watchdog.endReason() != null) {
      throw new UnavailableException(watchdog.endReason());
    }
    return event;
  }

  private @Nullable WatchEvent read() throws InterruptedException {
    try {
      return watch.next();
    } catch (DeltaMismatchException mismatch) {
      throw deltas == null ? mismatch : deltas.mismatched(mismatch);
    }
  }

  private void saw(WatchEvent event) {
    events++;
    long now = timers.nanoTime();
    boolean bookmark = event instanceof WatchEvent.Bookmark;
    watchdog.saw(bookmark, now);
    monitor.event(bookmark, now);
  }

  /** True if the previous stream has already delivered the event. */
  boolean repeats(WatchEvent event, SyncPoint point) {
    if (overlapping && !event.version().isUnset()) {
      overlapping = !point.isPassedBy(event.version());
      return overlapping && point.includes(event);
    }
    return false;
  }

  /** True if the source sends deltas that will not fit. */
  boolean sendsUnusableDeltas() {
    return deltas != null && deltas.unusable() && watch.sendsDeltas();
  }

  /** True if it is time to open the successor. */
  boolean nearlyOver() {
    return nearlyOver;
  }

  /** Returns the number of events so far. */
  long events() {
    return events;
  }

  /** Makes {@link #next} return. May be called from any thread. */
  void wakeUp() {
    watch.wakeUp();
  }

  /** Ends the watch, whose connection may be dead. */
  void abandon() {
    watch.abandon();
  }

  boolean ended() {
    return watch.ended();
  }

  Duration lasted() {
    return Duration.ofNanos(timers.nanoTime() - start);
  }

  /** True if the stream ended at once without an event, which counts as a failure. */
  boolean isVeryShort() {
    return events == 0 && lasted().compareTo(VERY_SHORT) < 0;
  }

  @Override
  public void close() {
    if (succession != null) {
      succession.cancel();
    }
    watchdog.close();
    watch.close();
    if (deltas != null) {
      deltas.ended(lasted());
    }
    monitor.watchEnded(events, lasted().toNanos());
  }
}
