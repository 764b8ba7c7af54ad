package io.listwatch.server.registry.admission;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs mutating admission a second time if a plug-in requests it. */
public final class Reinvoked implements Admission {
  private final Admission chain;

  public Reinvoked(Admission chain) {
    this.chain = chain;
  }

  @Override
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    return chain
        .mutate(request)
        .thenCompose(
            changed -> {
              if (!request.reinvocation().needed()) {
                return CompletableFuture.completedFuture(changed);
              }
              request.reinvocation().beginSecondRound();
              return chain.mutate(request).thenApply(again -> changed || again);
            });
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    return chain.validate(request);
  }
}
