package io.listwatch.workqueue;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.metrics.Metrics;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A queue of distinct items for any number of workers, in which no item is ever processed by two
 * workers at a time.
 *
 * <p>An added item is queued until a worker takes it, and processing until that worker is done. If
 * it was added in between, it is queued again then. A worker's loop:
 *
 * <pre>{@code
 * for (var key = queue.take(); key != null; key = queue.take()) {
 *   try {
 *     reconcile(key);
 *     queue.forget(key);
 *   } catch (RuntimeException failure) {
 *     queue.addRateLimited(key);
 *   } finally {
 *     queue.done(key);
 *   }
 * }
 * }</pre>
 *
 * <p><b>Fairness.</b> Workers get items in the order in which they became ready, whether they are
 * new, delayed or retried, and an item that becomes ready goes to the end. So an item waits only
 * for the items queued before it: another item that is added all the time gets at most one turn
 * before it.
 *
 * <p><b>Bound.</b> Nothing is rejected or dropped while the queue is open, and {@code add} never
 * blocks. An item is held at most once as queued or processing, once as a timer and once as a
 * retry, so memory is bounded by the number of distinct items.
 *
 * <p>Items need {@code equals} and {@code hashCode}, whose results must not change while an item is
 * in the queue.
 *
 * <p>Threads: any thread may call any method; only {@link #take} and {@link #drain} block. The
 * queue has no thread of its own: the timers' thread moves items whose delay has passed. The lock
 * is a leaf: the only foreign code called under it is the clock and the items' own {@code equals}
 * and {@code hashCode}.
 */
public final class WorkQueue<T> implements AutoCloseable {
  /** Effectively forever, yet small enough to be added to a clock without overflow. */
  private static final Duration NEVER = Duration.ofDays(36_500);

  private final RateLimiter<T> limiter;
  private final Timers timers;
  private final Alarm alarm;
  private final QueueMeters meters;

  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when an item is queued, or when no more items will be queued. */
  private final Condition ready = lock.newCondition();

  /** Signalled when nothing is queued or processing, or the queue is closed. */
  private final Condition quiet = lock.newCondition();

  @GuardedBy("lock")
  private final Turns<T> turns = new Turns<>();

  @GuardedBy("lock")
  private final Delays<T> delays = new Delays<>();

  @GuardedBy("lock")
  private Phase phase = Phase.OPEN;

  private WorkQueue(String name, RateLimiter<T> limiter, Timers timers, Metrics metrics) {
    this.limiter = limiter;
    this.timers = timers;
    this.alarm = new Alarm(timers, this::addDue);
    this.meters =
        new QueueMeters(
            metrics,
            name,
            () -> look(Turns::needed),
            () -> look(all -> all.unfinished(timers.nanoTime()).sum()),
            () -> look(all -> all.unfinished(timers.nanoTime()).max().orElse(0)));
  }

  /** Returns a builder for a queue with this name, which its metrics carry as a tag. */
  public static <T> Builder<T> named(String name) {
    return new Builder<>(name);
  }

  /**
   * Requests a run of {@code item} that begins after this call. If the item is already queued, the
   * call has no effect, because the queued run begins after it. If a worker is processing the item,
   * it is queued again when that worker is done, once, however often it was added meanwhile.
   * Ignored once the queue is draining or closed.
   */
  public void add(T item) {
    requireNonNull(item);
    boolean added;
    lock.lock();
    try {
      added = phase == Phase.OPEN && enqueueLocked(item, timers.nanoTime());
    } finally {
      lock.unlock();
    }
    if (added) {
      meters.added(1);
    }
  }

  /** Returns true if the item was not already waiting for a run. */
  @GuardedBy("lock")
  private boolean enqueueLocked(T item, long now) {
    boolean added = turns.add(item, now);
    if (added) {
      // If a worker still has the item, the woken worker finds nothing and waits again.
      ready.signal();
    }
    return added;
  }

  /**
   * Sets the item's timer: the item is added once {@code delay} has passed. An item has one timer,
   * and the earlier of two times is kept, so a run that finds its deadline still ahead must set the
   * timer again. A delay that is not positive is a plain add.
   *
   * <p>A run does not clear the timer, whatever caused the run. A deadline is often set once, among
   * many plain adds, and one run too many costs less than a missed deadline. Use {@link
   * #cancelDelayed} to clear it. {@link #close} and {@link #drain} drop all timers.
   */
  public void addAfter(T item, Duration delay) {
    addLater(item, Delays.Kind.TIMER, delay);
  }

  /**
   * Retries a failed item after the delay that the rate limiter returns for it. The next run
   * replaces the retry: if a plain add or a timer comes first, the pending retry is dropped as that
   * run begins, and the run decides for itself whether to retry again. {@link #close} and {@link
   * #drain} drop all retries.
   */
  public void addRateLimited(T item) {
    addLater(item, Delays.Kind.RETRY, limiter.next(item));
  }

  private void addLater(T item, Delays.Kind kind, Duration delay) {
    requireNonNull(item);
    long nanos = nanosWithinReason(delay);
    long due;
    boolean added = false;
    lock.lock();
    try {
      if (phase != Phase.OPEN) {
        return;
      }
      long now = timers.nanoTime();
      due = now + nanos;
      if (nanos > 0) {
        delays.put(item, kind, due);
      } else {
        added = enqueueLocked(item, now);
      }
    } finally {
      lock.unlock();
    }
    meters.retried();
    if (added) {
      meters.added(1);
    }
    if (nanos > 0) {
      alarm.ringBy(due);
    }
  }

  private static long nanosWithinReason(Duration delay) {
    if (delay.isNegative()) {
      return 0;
    }
    return delay.compareTo(NEVER) < 0 ? delay.toNanos() : NEVER.toNanos();
  }

  /** Called by the alarm, on the timers' thread. */
  private void addDue() {
    int added = 0;
    Long next;
    lock.lock();
    try {
      long now = timers.nanoTime();
      for (T item = delays.pollDue(now); item != null; item = delays.pollDue(now)) {
        added += enqueueLocked(item, now) ? 1 : 0;
      }
      next = delays.earliest();
    } finally {
      lock.unlock();
    }
    meters.added(added);
    if (next != null) {
      alarm.ringBy(next);
    }
  }

  /** Drops the item's timer and pending retry. If the item is queued, it stays queued. */
  public void cancelDelayed(T item) {
    lock.lock();
    try {
      delays.remove(item, Delays.Kind.TIMER);
      delays.remove(item, Delays.Kind.RETRY);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Blocks until an item is available and returns it; the caller must call {@link #done} for it.
   * Returns null, the worker's signal to end, when the queue is closed or draining and nothing is
   * queued. Items that were queued before that are still returned.
   */
  public @Nullable T take() throws InterruptedException {
    Turns.Turn<T> turn;
    lock.lockInterruptibly();
    try {
      while (turns.queued() == 0 && phase == Phase.OPEN) {
        ready.await();
      }
      turn = beginLocked();
    } finally {
      lock.unlock();
    }
    return measured(turn);
  }

  /** Like {@link #take}, but returns null instead of blocking. */
  @Nullable T poll() {
    Turns.Turn<T> turn;
    lock.lock();
    try {
      turn = beginLocked();
    } finally {
      lock.unlock();
    }
    return measured(turn);
  }

  @GuardedBy("lock")
  private Turns.@Nullable Turn<T> beginLocked() {
    var turn = turns.begin(timers.nanoTime());
    if (turn != null) {
      delays.remove(turn.item(), Delays.Kind.RETRY);
    }
    return turn;
  }

  private @Nullable T measured(Turns.@Nullable Turn<T> turn) {
    if (turn == null) {
      return null;
    }
    meters.waited(turn.waited());
    return turn.item();
  }

  /**
   * Marks a taken item as processed. If it was added meanwhile it is queued again now, even if the
   * queue is closed.
   *
   * @throws IllegalStateException if no worker has the item
   */
  public void done(T item) {
    Long worked;
    lock.lock();
    try {
      worked = turns.end(item, timers.nanoTime());
      if (turns.queued() > 0) {
        ready.signal();
      } else if (turns.idle()) {
        quiet.signalAll();
      }
    } finally {
      lock.unlock();
    }
    if (worked == null) {
      throw new IllegalStateException("item: " + item + " (expected: taken and not yet done)");
    }
    meters.worked(worked);
  }

  /** Resets the rate limiter's failure count of an item, usually because it has succeeded. */
  public void forget(T item) {
    limiter.forget(item);
  }

  /**
   * Returns the number of retries since the item was last forgotten, as the rate limiter counts
   * them.
   */
  public int failures(T item) {
    return limiter.failures(item);
  }

  /**
   * Returns the number of items that wait for a worker, without delayed items and items being
   * processed.
   */
  public int size() {
    return (int) look(Turns::queued);
  }

  private long look(ToLongFunction<Turns<T>> question) {
    lock.lock();
    try {
      return question.applyAsLong(turns);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Stops accepting items, drops delayed ones, and blocks until everything queued or processing is
   * done, for {@code atMost} at the longest. The workers must keep taking items meanwhile. {@link
   * #close} ends the wait early. However the wait ends, the queue is closed afterwards.
   *
   * @return true if everything was done
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    enter(Phase.DRAINING);
    Timers.Timer limit = timers.schedule(Duration.ofNanos(nanosWithinReason(atMost)), this::close);
    try {
      return awaitQuiet();
    } finally {
      limit.cancel();
      close();
    }
  }

  private boolean awaitQuiet() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!turns.idle() && phase != Phase.CLOSED) {
        quiet.await();
      }
      return turns.idle();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Stops accepting items and drops delayed ones, without blocking. Queued items are still returned
   * by {@link #take}, which then returns null.
   */
  @Override
  public void close() {
    if (enter(Phase.CLOSED)) {
      meters.close();
    }
  }

  /** Moves to the next phase. Returns false if the queue had already reached it. */
  @CanIgnoreReturnValue
  private boolean enter(Phase next) {
    lock.lock();
    try {
      if (phase.compareTo(next) >= 0) {
        return false;
      }
      phase = next;
      delays.clear();
      ready.signalAll();
      quiet.signalAll();
    } finally {
      lock.unlock();
    }
    alarm.close();
    return true;
  }

  private enum Phase {
    OPEN,
    DRAINING,
    CLOSED
  }

  /** Builds a {@link WorkQueue}. Every setting has a default. */
  public static final class Builder<T> {
    private final String name;
    private @Nullable RateLimiter<T> limiter;
    private Timers timers = Timers.system();
    private Metrics metrics = Metrics.none();

    private Builder(String name) {
      this.name = requireNonNull(name);
    }

    /** Sets the delay of retries; {@link RateLimiter#perItem} unless set. */
    @CanIgnoreReturnValue
    public Builder<T> limiter(RateLimiter<T> limiter) {
      this.limiter = limiter;
      return this;
    }

    /** Sets the clock and timers; {@link Timers#system} unless set. */
    @CanIgnoreReturnValue
    public Builder<T> timers(Timers timers) {
      this.timers = timers;
      return this;
    }

    /** Sets the destination of the metrics; {@link Metrics#none} unless set. */
    @CanIgnoreReturnValue
    public Builder<T> metrics(Metrics metrics) {
      this.metrics = metrics;
      return this;
    }

    public WorkQueue<T> build() {
      RateLimiter<T> chosen = limiter != null ? limiter : RateLimiter.perItem(timers);
      return new WorkQueue<>(name, chosen, timers, metrics);
    }
  }
}
