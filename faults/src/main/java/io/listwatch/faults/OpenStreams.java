package io.listwatch.faults;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * The open watch streams, and the stages that wait for them.
 *
 * <p>Thread-safe. The event loop of the opened stream completes the stages.
 */
final class OpenStreams {
  private final Set<FaultyStream> streams = ConcurrentHashMap.newKeySet();
  private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();

  private record Waiter(FaultMatch match, long count, CompletableFuture<Void> stage) {}

  void add(FaultyStream stream) {
    streams.add(stream);
    completeReached();
  }

  void remove(FaultyStream stream) {
    streams.remove(stream);
  }

  Stream<FaultyStream> all() {
    return streams.stream();
  }

  Stream<FaultyStream> of(FaultMatch match) {
    return streams.stream().filter(each -> match.covers(each.request()));
  }

  /**
   * Returns a stage that completes when this number of matching streams is open. A caller that
   * stops waiting completes it itself.
   */
  CompletableFuture<Void> reached(FaultMatch match, long count) {
    var waiter = new Waiter(match, count, new CompletableFuture<>());
    waiters.add(waiter);
    // After the waiter was added: add() adds the stream first and then looks for waiters.
    completeReached();
    return waiter.stage;
  }

  private void completeReached() {
    waiters.removeIf(
        each ->
            each.stage.isDone()
                || (of(each.match).count() >= each.count && each.stage.complete(null)));
  }
}
