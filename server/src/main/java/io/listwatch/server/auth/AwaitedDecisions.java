package io.listwatch.server.auth;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Lets code that cannot wait, such as an expression, use an authorizer that may have to wait. The
 * code runs while its requests are recorded; when they are decided it runs again, until no decision
 * is missing. It must have no side effects.
 *
 * <p>Threads: one run at a time, each on one thread.
 */
public final class AwaitedDecisions implements Authorizer {
  private final Authorizer authorizer;
  private final Map<AccessRequest, Decision> known = new HashMap<>();
  private final Map<AccessRequest, CompletionStage<Decision>> awaited = new HashMap<>();

  private AwaitedDecisions(Authorizer authorizer) {
    this.authorizer = authorizer;
  }

  /**
   * Completes with the result of {@code work}, which gets an authorizer that never waits.
   *
   * @param executor of the later runs
   */
  public static <T> CompletionStage<T> during(
      Authorizer authorizer, Executor executor, Function<Authorizer, T> work) {
    return authorizer.waits()
        ? new AwaitedDecisions(authorizer).run(executor, work)
        : CompletableFuture.completedFuture(work.apply(authorizer));
  }

  private <T> CompletionStage<T> run(Executor executor, Function<Authorizer, T> work) {
    try {
      T result = work.apply(this);
      if (awaited.isEmpty()) {
        return CompletableFuture.completedFuture(result);
      }
    } catch (RuntimeException failure) {
      // Otherwise the run may have failed only because a decision was missing.
      if (awaited.isEmpty()) {
        throw failure;
      }
    }
    return decided().thenComposeAsync(done -> run(executor, work), executor);
  }

  private CompletionStage<Void> decided() {
    Map<AccessRequest, CompletionStage<Decision>> asked = Map.copyOf(awaited);
    awaited.clear();
    CompletableFuture<?>[] all =
        asked.values().stream()
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(all)
        .thenRun(
            () ->
                asked.forEach(
                    (request, stage) -> known.put(request, stage.toCompletableFuture().join())));
  }

  @Override
  public Decision authorize(AccessRequest request) {
    Decision decision = known.get(request);
    if (decision == null) {
      CompletableFuture<Decision> asked = authorizer.decide(request).toCompletableFuture();
      if (!asked.isDone()) {
        awaited.put(request, asked);
        return Decision.denied("not decided yet");
      }
      decision = asked.join();
      known.put(request, decision);
    }
    return decision;
  }
}
