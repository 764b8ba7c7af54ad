package io.listwatch.workqueue;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is: which items wait for a worker, in their order, and which are with one.
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
  /** In the order they will be handed out, each with the time it was added. */
  private final LinkedHashMap<T, Long> queued = new LinkedHashMap<>();

  /** Never holds what {@link #queued} holds. */
  private final Map<T, Run> running = new HashMap<>();

  /** Answers whether the item needs a run that it did not need before. */
  boolean add(T item, long now) {
    Run run = running.get(item);
    return run == null ? queued.putIfAbsent(item, now) == null : run.repeat(now);
  }

  /** Begins the run of the item that has waited longest, or answers null if none waits. */
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
   * Ends the run of an item, which is queued again if it was added meanwhile. Answers how long the
   * run took, or null if the item is not running.
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

  /** How many items need a run: those queued, and those to be queued again when theirs ends. */
  long needed() {
    return queued.size() + running.values().stream().filter(run -> run.again).count();
  }

  /** How long each run that has not ended has taken so far. */
  LongStream unfinished(long now) {
    return running.values().stream().mapToLong(run -> now - run.began);
  }

  /** An item whose run begins, and how long it was queued. */
  record Turn<T>(T item, long waited) {}

  private static final class Run {
    private final long began;
    private boolean again;
    private long againSince;

    private Run(long began) {
      this.began = began;
    }

    /** Asks for one further run; answers false if there is to be one already. */
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
