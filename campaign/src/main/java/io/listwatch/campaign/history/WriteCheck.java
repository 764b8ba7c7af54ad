package io.listwatch.campaign.history;

import io.listwatch.campaign.history.Linearizability.Verdict;
import io.listwatch.campaign.history.Operation.Kind;
import io.listwatch.campaign.history.Operation.Outcome;
import io.listwatch.campaign.history.Timeline.Change;
import io.listwatch.campaign.history.Violation.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the outcomes of operations with the history of storage and, for each object, with each
 * other.
 */
public final class WriteCheck {
  /**
   * The result.
   *
   * @param undecided the number of objects whose search gave up
   */
  public record Result(List<Violation> violations, int undecided) {}

  private final Timeline timeline;
  private final Map<String, Change> changes = new HashMap<>();

  /** The first change with each token and each note. */
  private final Map<String, Change> first = new HashMap<>();

  private final List<Violation> found = new ArrayList<>();

  private WriteCheck(Timeline timeline) {
    this.timeline = timeline;
    for (Change change : timeline.changes()) {
      changes.put(change.version() + " " + change.key(), change);
      Value after = change.after();
      if (after != null) {
        first.putIfAbsent(after.token(), change);
        first.putIfAbsent(after.note(), change);
      }
    }
  }

  /** Checks all operations since the start of the timeline. */
  public static Result check(Timeline timeline, List<Operation> operations) {
    return new WriteCheck(timeline).run(operations);
  }

  private Result run(List<Operation> operations) {
    Set<String> written = new HashSet<>();
    written.add("");
    timeline.startState().values().forEach(each -> addTo(written, each.value()));
    Map<String, List<Operation>> byKey = new TreeMap<>();
    for (Operation each : operations) {
      byKey.computeIfAbsent(each.key(), key -> new ArrayList<>()).add(each);
      addTo(written, each.argument());
      checkOutcome(each);
    }
    for (Change change : timeline.changes()) {
      Value after = change.after();
      if (after != null && !(written.contains(after.token()) && written.contains(after.note()))) {
        report(Promise.NOT_INVENTED, change.key(), change + " was written by no client");
      }
    }
    checkDeletes(operations);
    int undecided = 0;
    for (var each : byKey.entrySet()) {
      undecided += checkOrder(each.getKey(), each.getValue()) ? 0 : 1;
    }
    return new Result(found, undecided);
  }

  /**
   * Compares the number of deletes of each object with the history: a delete has no mark by which
   * it could be found there.
   */
  private void checkDeletes(List<Operation> operations) {
    Map<String, Integer> done = countDeletes(operations, Outcome.OK);
    Map<String, Integer> possible = countDeletes(operations, Outcome.UNKNOWN);
    done.forEach((key, count) -> possible.merge(key, count, Integer::sum));
    Map<String, Integer> stored = new TreeMap<>();
    for (Change change : timeline.changes()) {
      if (change.after() == null) {
        stored.merge(change.key(), 1, Integer::sum);
      }
    }
    done.forEach(
        (key, count) -> {
          if (count > stored.getOrDefault(key, 0)) {
            report(
                Promise.DURABLE,
                key,
                "%d deletes were acknowledged; storage has %d"
                    .formatted(count, stored.getOrDefault(key, 0)));
          }
        });
    stored.forEach(
        (key, count) -> {
          if (count > possible.getOrDefault(key, 0)) {
            report(
                Promise.NOT_INVENTED,
                key,
                "storage has %d deletions; clients can have made %d"
                    .formatted(count, possible.getOrDefault(key, 0)));
          }
        });
  }

  private static Map<String, Integer> countDeletes(List<Operation> operations, Outcome outcome) {
    var count = new TreeMap<String, Integer>();
    for (Operation each : operations) {
      if (each.kind() == Kind.DELETE && each.outcome() == outcome) {
        count.merge(each.key(), 1, Integer::sum);
      }
    }
    return count;
  }

  private static void addTo(Set<String> written, @Nullable Value value) {
    if (value != null) {
      written.add(value.token());
      written.add(value.note());
    }
  }

  private void checkOutcome(Operation write) {
    Value argument = write.argument();
    if (argument == null) {
      return;
    }
    String mark = mark(write, argument);
    if (write.outcome() == Outcome.OK) {
      Change change = changes.get(write.version() + " " + write.key());
      if (change == null || !Objects.equals(change.after(), write.result())) {
        report(
            Promise.DURABLE,
            write.key(),
            "%s was acknowledged; storage has %s".formatted(write, change));
      }
    } else if (write.outcome() != Outcome.UNKNOWN && first.containsKey(mark)) {
      report(Promise.NOT_INVENTED, write.key(), write + " was rejected, and is in the history");
    }
  }

  /** Returns false if the search gave up. */
  private boolean checkOrder(String key, List<Operation> operations) {
    Linearizability.Result result =
        Linearizability.check(
            timeline.startState().get(key), operations.stream().map(this::resolved).toList());
    if (result.verdict() == Verdict.VIOLATED) {
      report(
          Promise.LINEARIZABLE,
          key,
          "after %s none of these fits: %s".formatted(result.value(), result.stuck()));
    }
    return result.verdict() != Verdict.UNDECIDED;
  }

  /**
   * Resolves a write of unknown outcome by the history of storage: stored at a version, some time
   * after its call, or never stored. This makes the search much smaller. A delete has no unique
   * mark, so its outcome stays unknown.
   */
  private Operation resolved(Operation operation) {
    Value argument = operation.argument();
    if (operation.outcome() != Outcome.UNKNOWN || argument == null) {
      return operation;
    }
    Change done = first.get(mark(operation, argument));
    return done == null
        ? operation.withOutcome(Outcome.REJECTED)
        : new Operation(
            operation.kind(),
            operation.key(),
            argument,
            operation.expected(),
            operation.call(),
            Long.MAX_VALUE,
            Outcome.OK,
            done.after(),
            done.version());
  }

  /** Returns the part of a write's value that is unique to this write. */
  private static String mark(Operation write, Value argument) {
    return write.kind() == Kind.PATCH ? argument.note() : argument.token();
  }

  private void report(Promise promise, String key, String what) {
    found.add(new Violation(promise, key, what));
  }
}
