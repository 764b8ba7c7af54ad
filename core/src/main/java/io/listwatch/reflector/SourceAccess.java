package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.ResourceList;
import io.listwatch.model.WatchOptions;
import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A reflector's way to its source: every list, every watch and every pause between them, all of
 * which end at once on close.
 *
 * <p>Threads: the reflector's thread calls; any thread may wake up or close. After close, calls end
 * with an {@link InterruptedException}.
 */
final class SourceAccess implements AutoCloseable {
  /** No longer than this, whatever a server asks for: it may have been a mistake. */
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

  private final ListerWatcher source;
  private final ReflectorPolicy policy;
  private final Timers timers;
  private final RandomGenerator random;
  private final ReflectorMonitor monitor;
  private final BookmarkRhythm rhythm;
  private final Backoff backoff;
  private final Pause pause;
  private final SourceCalls calls = new SourceCalls();

  private volatile @Nullable Watch current;
  private volatile boolean closed;

  SourceAccess(
      ListerWatcher source,
      ReflectorPolicy policy,
      Timers timers,
      RandomGenerator random,
      ReflectorMonitor monitor) {
    this.source = source;
    this.policy = policy;
    this.timers = timers;
    this.random = random;
    this.monitor = monitor;
    this.rhythm = new BookmarkRhythm(policy.idleTimeout());
    this.backoff = new Backoff(policy.backoff(), timers, random);
    this.pause = new Pause(timers);
  }

  boolean streamsInitialEvents() {
    return source.streamsInitialEvents();
  }

  ResourceList list(ListOptions options) throws InterruptedException {
    return calls.make(() -> source.list(options));
  }

  WatchStream open(WatchOptions options) throws InterruptedException {
    Duration timeout = policy.nextWatchTimeout(random);
    long start = timers.nanoTime();
    Watch watch = calls.make(() -> source.watch(options.endingAfter(timeout)));
    // Publish before checking closed: close() sets closed before it reads current, so at least one
    // of the two threads sees the other and the watch never outlives the reflector.
    current = watch;
    if (closed) {
      watch.close();
    }
    monitor.watchOpened();
    return new WatchStream(watch, start, timeout, rhythm, timers, monitor);
  }

  /** Waits for the next step of the back-off, or longer if {@code failure} asks for that. */
  void backOff(@Nullable RuntimeException failure) throws InterruptedException {
    stopIfClosed();
    Duration delay = backoff.next();
    Duration asked = retryAfter(failure);
    monitor.enter(ReflectorState.WAITING);
    pause.sleep(delay.compareTo(asked) > 0 ? delay : asked);
    stopIfClosed();
  }

  private static Duration retryAfter(@Nullable RuntimeException failure) {
    Duration asked =
        failure instanceof ApiException refusal
            ? refusal.status().retryAfter().orElse(Duration.ZERO)
            : Duration.ZERO;
    return asked.compareTo(LONGEST_RETRY_AFTER) < 0 ? asked : LONGEST_RETRY_AFTER;
  }

  void stopIfClosed() throws InterruptedException {
    if (closed) {
      throw new InterruptedException("closed");
    }
  }

  boolean closed() {
    return closed;
  }

  /** Makes the reader of an open watch look around. */
  void wakeUp() {
    Watch watch = current;
    if (watch != null) {
      watch.wakeUp();
    }
  }

  @Override
  public void close() {
    closed = true;
    pause.close();
    calls.close();
    Watch watch = current;
    if (watch != null) {
      watch.close();
    }
  }
}
