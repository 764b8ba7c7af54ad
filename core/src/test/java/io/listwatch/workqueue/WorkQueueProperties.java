package io.listwatch.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** A queue behaves like a naive model of it under random operations. */
final class WorkQueueProperties {
  private static final Duration FIRST_RETRY = Duration.ofMillis(2);
  private static final Duration LAST_RETRY = Duration.ofMillis(16);

  private enum Verb {
    ADD,
    ADD_AFTER,
    ADD_RATE_LIMITED,
    TAKE,
    DONE,
    FORGET,
    CANCEL_DELAYED,
    ADVANCE,
    CLOSE
  }

  /** One operation on a queue. Operations ignore the fields that they do not need. */
  private record Step(Verb verb, int item, int millis) {}

  @Property(tries = 2_000)
  void behavesLikeTheModel(@ForAll("steps") List<Step> steps) {
    var timers = new ManualTimers();
    var queue =
        WorkQueue.<Integer>named("real")
            .timers(timers)
            .limiter(RateLimiter.exponential(FIRST_RETRY, LAST_RETRY, timers))
            .build();
    var model = new Model();

    for (var step : steps) {
      assertThat(apply(step, queue, timers)).as("%s", step).isEqualTo(apply(step, model));
      assertThat(queue.size()).as("size after %s", step).isEqualTo(model.queue.size());
      assertThat(queue.failures(step.item)).isEqualTo(model.failures.getOrDefault(step.item, 0));
      assertThat(timers.pending()).as("timers after %s", step).isLessThanOrEqualTo(1);
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    var verbs =
        Arbitraries.frequencyOf(
            Tuple.of(20, Arbitraries.of(Verb.class).filter(v -> v != Verb.CLOSE)),
            Tuple.of(1, Arbitraries.just(Verb.CLOSE)));
    var items = Arbitraries.integers().between(1, 4);
    var millis = Arbitraries.integers().between(-1, 20);
    return Combinators.combine(verbs, items, millis).as(Step::new).list().ofMaxSize(120);
  }

  /** Returns the item taken, or whether done was accepted, or null. */
  private static @Nullable Object apply(Step step, WorkQueue<Integer> queue, ManualTimers timers) {
    var duration = Duration.ofMillis(step.millis);
    switch (step.verb) {
      case ADD -> queue.add(step.item);
      case ADD_AFTER -> queue.addAfter(step.item, duration);
      case ADD_RATE_LIMITED -> queue.addRateLimited(step.item);
      case FORGET -> queue.forget(step.item);
      case CANCEL_DELAYED -> queue.cancelDelayed(step.item);
      case ADVANCE -> timers.advance(Duration.ofMillis(Math.max(0, step.millis)));
      case CLOSE -> queue.close();
      case TAKE -> {
        return queue.poll();
      }
      case DONE -> {
        return accepted(() -> queue.done(step.item));
      }
    }
    return null;
  }

  private static boolean accepted(Runnable action) {
    try {
      action.run();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private static @Nullable Object apply(Step step, Model model) {
    switch (step.verb) {
      case ADD -> model.add(step.item);
      case ADD_AFTER -> model.addAfter(step.item, "timer", step.millis);
      case ADD_RATE_LIMITED -> model.addRateLimited(step.item);
      case FORGET -> model.failures.remove(step.item);
      case CANCEL_DELAYED -> model.pending.removeIf(pending -> pending.item == step.item);
      case ADVANCE -> model.advance(step.millis);
      case CLOSE -> model.close();
      case TAKE -> {
        return model.take();
      }
      case DONE -> {
        return model.done(step.item);
      }
    }
    return null;
  }

  /** A naive model of the queue: lists and sets with linear search. */
  private static final class Model {
    private final List<Integer> queue = new ArrayList<>();
    private final Set<Integer> processing = new HashSet<>();
    private final Set<Integer> again = new HashSet<>();
    private final List<Pending> pending = new ArrayList<>();
    private final Map<Integer, Integer> failures = new HashMap<>();
    private int now;
    private boolean closed;

    private record Pending(int item, String kind, int due) {}

    void add(int item) {
      if (closed) {
        return;
      }
      if (processing.contains(item)) {
        again.add(item);
      } else if (!queue.contains(item)) {
        queue.add(item);
      }
    }

    void addAfter(int item, String kind, int millis) {
      if (closed) {
        return;
      }
      if (millis <= 0) {
        add(item);
        return;
      }
      var entry = new Pending(item, kind, now + millis);
      for (var other : pending) {
        if (other.item == item && other.kind.equals(kind) && other.due <= entry.due) {
          return;
        }
      }
      pending.removeIf(other -> other.item == item && other.kind.equals(kind));
      pending.add(entry);
    }

    void addRateLimited(int item) {
      int before = failures.merge(item, 1, Integer::sum) - 1;
      long millis = Math.min(LAST_RETRY.toMillis(), FIRST_RETRY.toMillis() << Math.min(before, 30));
      addAfter(item, "retry", (int) millis);
    }

    @Nullable Integer take() {
      if (queue.isEmpty()) {
        return null;
      }
      int item = queue.remove(0);
      processing.add(item);
      pending.removeIf(entry -> entry.item == item && entry.kind.equals("retry"));
      return item;
    }

    boolean done(int item) {
      boolean taken = processing.remove(item);
      if (again.remove(item)) {
        queue.add(item);
      }
      return taken;
    }

    void advance(int millis) {
      for (int i = 0; i < millis; i++) {
        now++;
        // The list is in insertion order and the sort is stable, so ties keep that order.
        var due = new ArrayList<>(pending.stream().filter(entry -> entry.due <= now).toList());
        due.sort(Comparator.comparingInt(Pending::due));
        pending.removeAll(due);
        due.forEach(entry -> add(entry.item));
      }
    }

    void close() {
      closed = true;
      pending.clear();
    }
  }
}
