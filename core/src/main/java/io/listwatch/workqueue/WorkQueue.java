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
 * A queue of distinct items for any number of workers, in which no item is ever with two of them.
 *
 * <p>An item that is added is queued until a worker takes it, and processing until that worker is
 * done; if it was added in between it is queued again then. A worker's loop:
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
 * <p><b>Fairness.</b> Items are handed out in the order in which they became ready, whether they
 * are new, delayed or retried, and an item that becomes ready goes to the end. So an item waits for
 * those queued before it and for nothing else: another that is added all the time gets at most one
 * turn before it.
 *
 * <p><b>Bound.</b> Nothing is refused or dropped while the queue is open, and no adder waits. An
 * item is held at most once as queued or processing, once as a timer and once as a retry, so what
 * is held is bounded by the number of distinct items.
 *
 * <p>Items need {@code equals} and {@code hashCode}, and must not change in a way that these see.
 *
 * <p>Threads: any thread may call anything; only {@link #take} and {@link #drain} wait. There is no
 * thread of its own: items whose delay has passed are moved by the timers' thread. The lock is a
 * leaf: while it is held nobody is called but the clock and the items' own {@code equals} and
 * {@code hashCode}.
 */
public final class WorkQueue<T> implements AutoCloseable {
  /** Long enough to mean never, short enough to be added to a clock without overflow. */
  private static final Duration NEVER = Duration.ofDays(36_500);

  private final RateLimiter<T> limiter;
  private final Timers timers;
  private final Alarm alarm;
  private final QueueMeters meters;

  private final ReentrantLock lock = new ReentrantLock();

  /** Something is queued, or nothing more will be. */
  private final Condition ready = lock.newCondition();

  /** Nothing is queued or processing, or the queue is closed. */
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

  /** Starts a queue with this name, which its metrics carry as a tag. */
  public static <T> Builder<T> named(String name) {
    return new Builder<>(name);
  }

  /**
   * Asks for a run of {@code item} that begins after this call. If it is queued already, that run
   * is the one; if it is with a worker, it is queued again as soon as that worker is done, once,
   * however often it was added meanwhile. Ignored once the queue is draining or closed.
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

  /** Answers whether the item needs a run that it did not need before. */
  @GuardedBy("lock")
  private boolean enqueueLocked(T item, long now) {
    boolean added = turns.add(item, now);
    if (added) {
      // If the item is still with a worker, whoever wakes finds nothing and waits on.
      ready.signal();
    }
    return added;
  }

  /**
   * Sets the item's timer: it is added once {@code delay} has passed. An item has one timer; of two
   * times the earlier is kept, so a run that comes too early for what it was to do must ask again.
   * A delay that is not positive is a plain add.
   *
   * <p>A run does not clear the timer, whatever caused it. A deadline is often set once, beside
   * many plain adds, and a run too many costs less than a deadline that never comes. Use {@link
   * #cancelDelayed} to clear it. Timers do not outlive {@link #close} or {@link #drain}.
   */
  public void addAfter(T item, Duration delay) {
    addLater(item, Delays.Kind.TIMER, delay);
  }

  /**
   * Has a failed item tried again, once the delay that the limiter names for it has passed. The
   * next run takes the retry's place: when a plain add or a timer comes first, the pending retry is
   * dropped as that run begins, and the run decides for itself whether there is to be another.
   * Retries do not outlive {@link #close} or {@link #drain}.
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

  /** Drops the item's timer and pending retry. What is queued stays queued. */
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
   * Waits for an item and hands it to the caller, who owes a {@link #done} for it. Answers null
   * when the queue is closed or draining and nothing is queued: the worker's signal to end. What
   * was queued before that is still handed out.
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

  /** As {@link #take}, but answers null instead of waiting. */
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
   * The caller has finished the run of an item it took. If the item was added meanwhile it is
   * queued again now, open or closed.
   *
   * @throws IllegalStateException if the item is not with a worker
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

  /** The item has succeeded: the limiter counts its failures from nought again. */
  public void forget(T item) {
    limiter.forget(item);
  }

  /** How often the item has been retried since it was last forgotten, as the limiter counts. */
  public int failures(T item) {
    return limiter.failures(item);
  }

  /** How many items wait for a worker now; neither the delayed nor those being processed. */
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
   * Accepts nothing more, drops what is delayed, and waits until all that is queued or processing
   * is done, for {@code atMost} at the longest. The workers must go on taking. {@link #close} ends
   * the wait early, and however the wait ends, the queue is closed then.
   *
   * @return whether everything was done
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
   * Accepts nothing more and drops what is delayed, without waiting. What is queued is still handed
   * out; then {@link #take} answers null.
   */
  @Override
  public void close() {
    if (enter(Phase.CLOSED)) {
      meters.close();
    }
  }

  /** Answers false if the queue had come that far already. */
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

  /** Puts a queue together. What is not said has a default. */
  public static final class Builder<T> {
    private final String name;
    private @Nullable RateLimiter<T> limiter;
    private Timers timers = Timers.system();
    private Metrics metrics = Metrics.none();

    private Builder(String name) {
      this.name = requireNonNull(name);
    }

    /** Says how long a retry waits; {@link RateLimiter#perItem} unless set. */
    @CanIgnoreReturnValue
    public Builder<T> limiter(RateLimiter<T> limiter) {
      this.limiter = limiter;
      return this;
    }

    /** Says where time comes from; {@link Timers#system} unless set. */
    @CanIgnoreReturnValue
    public Builder<T> timers(Timers timers) {
      this.timers = timers;
      return this;
    }

    /** Says where measurements go; {@link Metrics#none} unless set. */
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
