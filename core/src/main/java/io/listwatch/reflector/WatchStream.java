package io.listwatch.reflector;

import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent;
import io.listwatch.time.Timers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One open watch while it is being read: counts what comes, times how long it lasts and says when
 * that is nearly over; its watchdog ends it when it goes silent.
 *
 * <p>Belongs to the reflector's thread, but for the timers' that rings before the end.
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

  /** Whether what comes may be what the stream before this one has brought. */
  private boolean overlapping;

  private volatile boolean nearlyOver;

  /** The clock starts before the request was sent: some proxies hold back until the first event. */
  WatchStream(
      Watch watch,
      long start,
      Duration timeout,
      ReflectorPolicy policy,
      BookmarkRhythm rhythm,
      Timers timers,
      ReflectorMonitor monitor) {
    this.watch = watch;
    this.start = start;
    this.timers = timers;
    this.monitor = monitor;
    this.watchdog = new Watchdog(timers, watch, rhythm, timeout);
    Duration after = policy.successionTime(timeout);
    this.succession = after.isZero() ? null : timers.schedule(after, this::endIsNear);
  }

  private void endIsNear() {
    nearlyOver = true;
    watch.wakeUp();
  }

  /** Says that it was opened while another was read: it begins with what that has brought since. */
  WatchStream overlapping() {
    overlapping = true;
    return this;
  }

  /** The next event, or null if the wait was cut short or the stream has {@link #ended}. */
  @Nullable WatchEvent next() throws InterruptedException {
    WatchEvent event = watch.next();
    if (event != null) {
      saw(event);
    } else if (watchdog.bark() != null) {
      throw new UnavailableException(watchdog.bark());
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

  /** Whether the stream before this one has brought the event already. */
  boolean repeats(WatchEvent event, SyncPoint point) {
    if (overlapping && !event.version().isUnset()) {
      overlapping = !point.isPassedBy(event.version());
      return overlapping && point.includes(event);
    }
    return false;
  }

  /** Whether it is time to open the next one. */
  boolean nearlyOver() {
    return nearlyOver;
  }

  boolean ended() {
    return watch.ended();
  }

  Duration lasted() {
    return Duration.ofNanos(timers.nanoTime() - start);
  }

  /** Whether it brought nothing and did not last: an end like that is a failure in disguise. */
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
