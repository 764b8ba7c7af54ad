package io.listwatch.reflector;

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
   */
  WatchStream(
      Watch watch,
      long start,
      Duration timeout,
      ReflectorPolicy policy,
      BookmarkInterval interval,
      Timers timers,
      ReflectorMonitor monitor) {
    this.watch = watch;
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
    return this;
  }

  /**
   * Returns the next event, or null if the wait was interrupted by a wake-up or the stream has
   * {@link #ended}.
   */
  @Nullable WatchEvent next() throws InterruptedException {
    WatchEvent event = watch.next();
    if (event != null) {
      saw(event);
    } else if (watchdog.endReason() != null) {
      throw new UnavailableException(watchdog.endReason());
    }
    return event;
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

  /** True if it is time to open the successor. */
  boolean nearlyOver() {
    return nearlyOver;
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
    monitor.watchEnded(events, lasted().toNanos());
  }
}
