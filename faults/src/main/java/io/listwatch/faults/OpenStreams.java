package io.listwatch.faults;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * The watches that are open, and who waits for some to be.
 *
 * <p>Thread-safe. Stages are completed by the event loop of the stream that was waited for.
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

  /** Complete once so many of these are open. Who gives up completes it too. */
  CompletableFuture<Void> reached(FaultMatch match, long count) {
    var waiter = new Waiter(match, count, new CompletableFuture<>());
    waiters.add(waiter);
    // After it was added: whoever adds a stream looks for waiters afterwards.
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
