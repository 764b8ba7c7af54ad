package io.listwatch.client;

import io.listwatch.model.ApiException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.StatusReason;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A watch that survives the end of its connections. It resumes from the last version it saw,
 * without gap or repeat, until it is closed or a new list is needed. Bookmarks advance that version
 * and are not delivered.
 *
 * <p>Threads: as for any {@link Watch}.
 */
final class RetryingWatch implements Watch {
  /** Minimum time between the starts of two connections. */
  private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

  /**
   * The {@code timeoutSeconds} of a connection. A connection that lasts longer than this plus the
   * grace period counts as dead.
   */
  private static final Duration CONNECTION_TIMEOUT = Duration.ofMinutes(5);

  private static final Duration GRACE = Duration.ofSeconds(30);

  /** Maximum delay, even if {@code Retry-After} is longer. */
  private static final Duration MAX_DELAY = Duration.ofSeconds(30);

  /** Failures that a retry cannot fix. */
  private static final Set<String> NOT_RETRIED =
      Set.of(StatusReason.UNAUTHORIZED.word(), StatusReason.FORBIDDEN.word());

  private final ListerWatcher source;
  private final Timers timers;
  private final Pause pause;

  /** Reading thread only. */
  private ResourceVersion version;

  /** Earliest time of the next connection; reading thread only. */
  private long notBefore;

  private volatile @Nullable Watch current;
  private volatile Timers.@Nullable Timer limit;
  private volatile boolean woken;
  private volatile boolean closed;

  /**
   * @param after a version seen before; delivers the events after it
   */
  RetryingWatch(ListerWatcher source, ResourceVersion after, Timers timers) {
    if (after.isUnset()) {
      throw new IllegalArgumentException("after: unset (expected: a resource version seen before)");
    }
    this.source = source;
    this.timers = timers;
    this.pause = new Pause(timers);
    this.version = after;
    this.notBefore = timers.nanoTime();
  }

  @Override
  public @Nullable WatchEvent next() throws InterruptedException {
    while (!closed) {
      WatchEvent event;
      try {
        Watch watch = current;
        event = watch == null ? null : watch.next();
        if (event == null && (watch == null || watch.ended())) {
          reopen(watch);
        }
      } catch (ApiException failure) {
        handleFailure(failure);
        event = null;
      }
      if (event != null && !event.version().isUnset()) {
        version = event.version();
      }
      if (event != null && !(event instanceof WatchEvent.Bookmark)) {
        return event;
      }
      if (woken) {
        woken = false;
        return null;
      }
    }
    return null;
  }

  private void reopen(@Nullable Watch over) throws InterruptedException {
    leave(over);
    Duration left = Duration.ofNanos(notBefore - timers.nanoTime());
    if (!left.isNegative() && !left.isZero() && !pause.sleep(left)) {
      return;
    }
    notBefore = timers.nanoTime() + MIN_INTERVAL.toNanos();
    Watch next = source.watch(WatchOptions.after(version).endingAfter(CONNECTION_TIMEOUT));
    // Publish before checking closed: close() sets closed before it reads current. It may have read
    // current earlier and clears it only now, so this watch is closed through its own variable.
    current = next;
    limit = timers.schedule(CONNECTION_TIMEOUT.plus(GRACE), next::abandon);
    if (closed) {
      leave(next);
    }
  }

  private void leave(@Nullable Watch over) {
    current = null;
    Timers.Timer running = limit;
    if (running != null) {
      running.cancel();
    }
    if (over != null) {
      over.close();
    }
  }

  private void handleFailure(ApiException failure) {
    leave(current);
    if (failure instanceof ExpiredException || NOT_RETRIED.contains(failure.status().reason())) {
      close();
      throw failure;
    }
    Duration asked = failure.status().retryAfter().orElse(Duration.ZERO);
    Duration wait = asked.compareTo(MAX_DELAY) < 0 ? asked : MAX_DELAY;
    long earliest = timers.nanoTime() + wait.toNanos();
    notBefore = earliest - notBefore > 0 ? earliest : notBefore;
  }

  @Override
  public boolean ended() {
    return closed;
  }

  /** A call during a pause between two connections takes effect after the pause. */
  @Override
  public void wakeUp() {
    woken = true;
    Watch watch = current;
    if (watch != null) {
      watch.wakeUp();
    }
  }

  @Override
  public void close() {
    closed = true;
    pause.close();
    leave(current);
  }
}
