package io.listwatch.reflector;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.WatchOptions;
import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * All of a reflector's lists, watches and pauses, each of which ends at once on close.
 *
 * <p>Threads: the reflector's thread calls; a {@link Successor}'s thread opens a watch for it; any
 * thread may wake up or close. After close, calls end with an {@link InterruptedException}.
 */
final class SourceAccess implements AutoCloseable {
  /** Maximum delay accepted from a server's Retry-After, which may be a mistake. */
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

  private final String name;
  private final ListerWatcher source;
  private final ReflectorPolicy policy;
  private final Timers timers;
  private final RandomGenerator random;
  private final ReflectorMonitor monitor;
  private final DeltaUse deltas;
  private final BookmarkInterval interval;
  private final Backoff backoff;
  private final Pause pause;
  private final SourceCalls calls = new SourceCalls();

  /** The successor's deltas; used by the reflector's thread only. */
  private DeltaUse.@Nullable Stream successorDeltas;

  private volatile @Nullable Watch current;
  private volatile @Nullable Successor successor;
  private volatile boolean closed;

  SourceAccess(
      String name,
      ListerWatcher source,
      ReflectorPolicy policy,
      Timers timers,
      RandomGenerator random,
      ReflectorMonitor monitor,
      DeltaUse deltas) {
    this.name = name;
    this.source = source;
    this.policy = policy;
    this.timers = timers;
    this.random = random;
    this.monitor = monitor;
    this.deltas = deltas;
    this.interval = new BookmarkInterval(policy.idleTimeout());
    this.backoff = new Backoff(policy.backoff(), timers, random);
    this.pause = new Pause(timers);
  }

  boolean streamsInitialEvents() {
    return source.streamsInitialEvents();
  }

  ResourceList list(ListOptions options, Consumer<Resource> objects) throws InterruptedException {
    return calls.make(() -> source.list(options, objects));
  }

  WatchStream open(WatchOptions options) throws InterruptedException {
    Duration timeout = policy.nextWatchTimeout(random);
    long start = timers.nanoTime();
    DeltaUse.Stream asked = deltas.next();
    Watch watch = calls.make(() -> watch(options.endingAfter(timeout), asked));
    return stream(watch, asked, start, timeout);
  }

  private Watch watch(WatchOptions options, DeltaUse.@Nullable Stream asked)
      throws InterruptedException {
    return asked == null ? source.watch(options) : source.watch(options, asked);
  }

  /**
   * Begins to open the successor of the current watch. The current watch's reader is woken up when
   * it is open.
   */
  void openSuccessor(WatchOptions options) {
    Duration timeout = policy.nextWatchTimeout(random);
    DeltaUse.Stream asked = deltas.next();
    successorDeltas = asked;
    var next =
        new Successor(
            name,
            calls,
            () -> watch(options.endingAfter(timeout), asked),
            timers.nanoTime(),
            timeout,
            this::wakeUp);
    // Publish before checking closed, as with a watch below.
    successor = next;
    next.begin();
    if (closed) {
      next.close();
    }
  }

  /** True if the successor can be read. One that could not be opened is dropped. */
  boolean hasOpenSuccessor() {
    Successor next = successor;
    if (next != null && next.hasFailed()) {
      successor = null;
    }
    return next != null && next.isOpen();
  }

  /** Returns the watch that was opened ahead, blocking until it is open; null if there is none. */
  @Nullable WatchStream takeSuccessor() throws InterruptedException {
    Successor next = successor;
    if (next == null) {
      return null;
    }
    try {
      return stream(next.take(), successorDeltas, next.start(), next.timeout()).overlapping();
    } finally {
      successor = null;
    }
  }

  /** Closes the successor, which is no longer needed. */
  void dropSuccessor() {
    Successor next = successor;
    if (next != null) {
      next.close();
      successor = null;
    }
  }

  private WatchStream stream(
      Watch watch, DeltaUse.@Nullable Stream asked, long start, Duration timeout) {
    // Publish before checking closed: close() sets closed before it reads current, so at least one
    // of the two threads sees the other and the watch never outlives the reflector.
    current = watch;
    if (closed) {
      watch.close();
    }
    monitor.watchOpened();
    deltas.opened(watch.sendsDeltas());
    return new WatchStream(watch, asked, start, timeout, policy, interval, timers, monitor);
  }

  /**
   * Waits for the next delay of the back-off, or longer if {@code failure} has a longer
   * Retry-After.
   */
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

  /** Wakes up the reader of the open watch. */
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
    Successor next = successor;
    if (next != null) {
      next.close();
    }
    Watch watch = current;
    if (watch != null) {
      watch.close();
    }
  }
}
