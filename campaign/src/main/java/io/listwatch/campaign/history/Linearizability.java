package io.listwatch.campaign.history;

import io.listwatch.campaign.history.Operation.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the operations on one object have an order in which each takes effect at one moment
 * between its call and its reply.
 *
 * <p>The search is that of Wing and Gong, with Lowe's memory of visited configurations: it extends
 * a sequence by any operation that was called before the first outstanding reply. An operation with
 * an unknown outcome never has to take its turn, and may take it at any time after its call.
 */
public final class Linearizability {
  /** Maximum number of visited configurations, after which the search gives up. */
  private static final int MAX_VISITED = 200_000;

  /** The verdict on one object. */
  public enum Verdict {
    LINEARIZABLE,
    VIOLATED,
    /** The search gave up: the history is neither shown to be linearizable nor shown not to be. */
    UNDECIDED
  }

  /**
   * The verdict, and the progress of the search.
   *
   * @param stuck the operations of which none fits next, in the longest sequence found
   */
  public record Result(Verdict verdict, List<Operation> stuck, @Nullable Value value) {}

  /**
   * The object between two operations.
   *
   * @param version that of the last write; a lower bound if it is not {@code exact}
   */
  private record State(@Nullable Value value, long version, boolean exact) {}

  /**
   * A visited sequence.
   *
   * @param first index of the first completed operation that is not in the sequence
   * @param ahead the later completed operations that are in the sequence, counted from {@code
   *     first}
   * @param used the unknown operations that are in the sequence
   */
  private record Configuration(int first, BitSet ahead, BitSet used, State state) {}

  private final List<Operation> completed;
  private final List<Operation> unknown;

  /** The versions of all writes that have one, in order. */
  private final long[] versions;

  private Linearizability(List<Operation> operations) {
    var byCall = Comparator.comparingLong(Operation::call);
    completed =
        operations.stream()
            .filter(each -> each.outcome() != Outcome.UNKNOWN)
            .filter(each -> each.outcome() != Outcome.REJECTED)
            .sorted(byCall)
            .toList();
    unknown =
        operations.stream()
            .filter(each -> each.outcome() == Outcome.UNKNOWN && each.isWrite())
            .sorted(byCall)
            .toList();
    versions =
        completed.stream()
            .filter(Linearizability::isVersioned)
            .mapToLong(Operation::version)
            .sorted()
            .toArray();
  }

  /**
   * Checks the operations on one object.
   *
   * @param initial the object before them; null if it did not exist
   */
  public static Result check(
      Timeline.@Nullable Versioned initial, List<Operation> operationsOnOneObject) {
    var state =
        initial == null
            ? new State(null, 0, false)
            : new State(initial.value(), initial.version(), true);
    return new Linearizability(operationsOnOneObject).search(state);
  }

  private Result search(State initial) {
    Set<Configuration> visited = new HashSet<>();
    var stack = new ArrayDeque<Configuration>();
    stack.push(new Configuration(0, new BitSet(), new BitSet(), initial));
    int longest = -1;
    Configuration deepest = stack.peek();
    while (!stack.isEmpty()) {
      Configuration at = stack.pop();
      if (at.first == completed.size()) {
        return new Result(Verdict.LINEARIZABLE, List.of(), at.state.value);
      }
      if (!visited.add(at)) {
        continue;
      }
      if (visited.size() > MAX_VISITED) {
        return new Result(Verdict.UNDECIDED, List.of(), at.state.value);
      }
      int length = at.first + at.ahead.cardinality();
      if (length > longest) {
        longest = length;
        deepest = at;
      }
      extend(at, stack);
    }
    return new Result(
        Verdict.VIOLATED,
        deepest == null ? List.of() : candidates(deepest),
        deepest == null ? null : deepest.state.value);
  }

  /** Pushes unknown operations first, so that completed ones are tried before them. */
  private void extend(Configuration at, ArrayDeque<Configuration> stack) {
    long deadline = firstReply(at);
    for (int i = 0; i < unknown.size() && unknown.get(i).call() < deadline; i++) {
      if (!at.used.get(i)) {
        State next = step(at.state, unknown.get(i));
        if (next != null && !next.equals(at.state)) {
          var used = (BitSet) at.used.clone();
          used.set(i);
          stack.push(new Configuration(at.first, at.ahead, used, next));
        }
      }
    }
    for (int i = lastBefore(at, deadline); i >= at.first; i--) {
      if (!at.ahead.get(i - at.first) && isInTurn(at.state, completed.get(i))) {
        State next = step(at.state, completed.get(i));
        if (next != null) {
          stack.push(with(at, i, next));
        }
      }
    }
  }

  private static boolean isVersioned(Operation operation) {
    return operation.isWrite() && operation.outcome() == Outcome.OK && operation.version() > 0;
  }

  /** Writes come in the order of their versions, so others need not be tried. */
  private boolean isInTurn(State state, Operation operation) {
    if (!isVersioned(operation)) {
      return true;
    }
    int next = Arrays.binarySearch(versions, state.version + 1);
    int index = next < 0 ? -next - 1 : next;
    return index < versions.length && versions[index] == operation.version();
  }

  private static Configuration with(Configuration at, int index, State next) {
    var ahead = (BitSet) at.ahead.clone();
    ahead.set(index - at.first);
    int done = ahead.nextClearBit(0);
    return new Configuration(at.first + done, ahead.get(done, ahead.length()), at.used, next);
  }

  /** Returns the earliest reply that is outstanding: nothing called later can come before it. */
  private long firstReply(Configuration at) {
    long earliest = Long.MAX_VALUE;
    for (int i = at.first; i < completed.size() && completed.get(i).call() < earliest; i++) {
      if (!at.ahead.get(i - at.first)) {
        earliest = Math.min(earliest, completed.get(i).reply());
      }
    }
    return earliest;
  }

  private int lastBefore(Configuration at, long deadline) {
    int last = at.first;
    while (last + 1 < completed.size() && completed.get(last + 1).call() < deadline) {
      last++;
    }
    return last;
  }

  private List<Operation> candidates(Configuration at) {
    var candidates = new ArrayList<Operation>();
    for (int i = at.first; i <= lastBefore(at, firstReply(at)); i++) {
      if (!at.ahead.get(i - at.first)) {
        candidates.add(completed.get(i));
      }
    }
    return candidates;
  }

  /** Returns the state after an operation with its outcome; null if that outcome is impossible. */
  private static @Nullable State step(State state, Operation operation) {
    return switch (operation.kind()) {
      case CREATE -> create(state, operation);
      case UPDATE -> update(state, operation);
      case PATCH -> patch(state, operation);
      case DELETE -> delete(state, operation);
      case READ -> read(state, operation);
    };
  }

  private static @Nullable State create(State state, Operation create) {
    if (create.outcome() == Outcome.CONFLICT) {
      return state.value != null ? state : null;
    }
    return state.value == null ? written(state, create, create.argument()) : null;
  }

  private static @Nullable State update(State state, Operation update) {
    Value expected = update.expected();
    boolean fits = expected == null || expected.equals(state.value);
    return switch (update.outcome()) {
      case ABSENT -> state.value == null ? state : null;
      // An unconditional update cannot conflict.
      case CONFLICT -> state.value != null && !fits ? state : null;
      default -> state.value != null && fits ? written(state, update, update.argument()) : null;
    };
  }

  private static @Nullable State patch(State state, Operation patch) {
    Value before = state.value;
    return switch (patch.outcome()) {
      case ABSENT -> before == null ? state : null;
      // The server gave up after several concurrent writes, without effect.
      case CONFLICT -> state;
      default ->
          before == null || patch.argument() == null
              ? null
              : written(state, patch, before.withNote(patch.argument().note()));
    };
  }

  private static @Nullable State delete(State state, Operation delete) {
    Value expected = delete.expected();
    boolean fits = expected == null || expected.equals(state.value);
    return switch (delete.outcome()) {
      case ABSENT -> state.value == null ? state : null;
      case CONFLICT -> state.value != null && !fits ? state : null;
      default -> state.value != null && fits ? new State(null, state.version, false) : null;
    };
  }

  private static @Nullable State read(State state, Operation read) {
    if (read.outcome() == Outcome.ABSENT) {
      return state.value == null ? state : null;
    }
    boolean version =
        state.exact ? read.version() == state.version : read.version() > state.version;
    return version && Objects.equals(state.value, read.result())
        ? new State(state.value, read.version(), true)
        : null;
  }

  private static @Nullable State written(State state, Operation write, @Nullable Value value) {
    if (write.outcome() == Outcome.UNKNOWN) {
      return new State(value, state.version, false);
    }
    boolean fits = write.version() > state.version && Objects.equals(value, write.result());
    return fits ? new State(value, write.version(), true) : null;
  }
}
