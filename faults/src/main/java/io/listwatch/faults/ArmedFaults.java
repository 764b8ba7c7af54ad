package io.listwatch.faults;

import io.listwatch.server.http.interference.ClientRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The armed faults, oldest first. A fault that is used up stays until it is cleared, so that its
 * hits can be read.
 *
 * <p>Thread-safe.
 */
final class ArmedFaults {
  /** Far more than a test needs. A program that never clears its faults gets an error. */
  private static final int MAX = 1_000;

  private final List<ArmedFault> faults = new CopyOnWriteArrayList<>();
  private final AtomicLong lastId = new AtomicLong();
  private final FaultJournal journal;

  ArmedFaults(FaultJournal journal) {
    this.journal = journal;
  }

  ArmedFault arm(String word, FaultMatch match, Effect effect, long times) {
    if (faults.size() >= MAX) {
      throw new IllegalArgumentException(
          "faults: %d (expected: fewer; clear those that are done with)".formatted(faults.size()));
    }
    String id = Long.toString(lastId.incrementAndGet());
    var fault = new ArmedFault(id, word, match, effect, times, journal);
    faults.add(fault);
    return fault;
  }

  boolean isEmpty() {
    return faults.isEmpty();
  }

  List<ArmedFault> all() {
    return List.copyOf(faults);
  }

  /**
   * Returns the fault with this id.
   *
   * @throws IllegalArgumentException if there is none
   */
  ArmedFault get(String id) {
    return faults.stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("id: %s (expected: an armed fault)".formatted(id)));
  }

  void clear(String id) {
    faults.removeIf(each -> each.id().equals(id));
  }

  void clear() {
    faults.clear();
  }

  /**
   * Uses the first fault with an effect of this kind that matches a request, and returns its
   * effect.
   */
  <E extends Effect> Optional<E> use(Class<E> kind, ClientRequest request) {
    return useWhere(kind, request, effect -> true);
  }

  /** Like {@link #use}, for effects that meet a condition. */
  <E extends Effect> Optional<E> useWhere(
      Class<E> kind, ClientRequest request, Predicate<E> condition) {
    return of(kind, request)
        .filter(each -> condition.test(kind.cast(each.effect())) && each.use())
        .map(each -> kind.cast(each.effect()))
        .findFirst();
  }

  /** Returns the faults with an effect of this kind that match a request. */
  Stream<ArmedFault> of(Class<? extends Effect> kind, ClientRequest request) {
    return faults.stream().filter(each -> kind.isInstance(each.effect()) && each.covers(request));
  }
}
