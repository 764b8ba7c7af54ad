package io.listwatch.workqueue;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The items that are queued, in order, and the items that a worker is processing.
 *
 * <pre>
 *              add              begin            end
 *   (absent) ──────▶ queued ───────────▶ running ─────▶ (absent)
 *                      ▲                    │ add
 *                      │        end         ▼
 *                      └───────────── running, again
 * </pre>
 *
 * <p>Not thread-safe: the queue's lock guards it. Times are {@code nanoTime}s.
 */
final class Turns<T> {
  /** Queued items in the order in which workers get them, each with the time it was added. */
  private final LinkedHashMap<T, Long> queued = new LinkedHashMap<>();

  /** Items being processed; disjoint from {@link #queued}. */
  private final Map<T, Run> running = new HashMap<>();

  /** Adds an item. Returns true if it was not already waiting for a run. */
  boolean add(T item, long now) {
    Run run = running.get(item);
    return run == null ? queued.putIfAbsent(item, now) == null : run.repeat(now);
  }

  /** Begins the run of the item that has waited longest. Returns null if no item waits. */
  @Nullable Turn<T> begin(long now) {
    var waiting = queued.entrySet().iterator();
    if (!waiting.hasNext()) {
      return null;
    }
    var first = waiting.next();
    var turn = new Turn<>(first.getKey(), now - first.getValue());
    waiting.remove();
    running.put(turn.item, new Run(now));
    return turn;
  }

  /**
   * Ends the run of an item, which is queued again if it was added meanwhile. Returns the duration
   * of the run, or null if the item is not running.
   */
  @Nullable Long end(T item, long now) {
    Run run = running.remove(item);
    if (run == null) {
      return null;
    }
    if (run.again) {
      queued.put(item, run.againSince);
    }
    return now - run.began;
  }

  int queued() {
    return queued.size();
  }

  boolean idle() {
    return queued.isEmpty() && running.isEmpty();
  }

  /**
   * Returns the number of items that need a run: queued items, and running items that were added
   * again.
   */
  long needed() {
    return queued.size() + running.values().stream().filter(run -> run.again).count();
  }

  /** Returns the time that each unfinished run has taken so far. */
  LongStream unfinished(long now) {
    return running.values().stream().mapToLong(run -> now - run.began);
  }

  /** An item whose run begins, and the nanoseconds it was queued. */
  record Turn<T>(T item, long waited) {}

  private static final class Run {
    private final long began;
    private boolean again;
    private long againSince;

    private Run(long began) {
      this.began = began;
    }

    /** Requests one more run after this one. Returns false if one was already requested. */
    private boolean repeat(long now) {
      if (again) {
        return false;
      }
      again = true;
      againSince = now;
      return true;
    }
  }
}
