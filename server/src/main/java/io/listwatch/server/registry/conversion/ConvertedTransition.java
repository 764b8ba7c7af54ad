package io.listwatch.server.registry.conversion;

import io.listwatch.model.Resource;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.UnreadableResourceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Runs a transition on the served version of an object that is stored in another version. */
final class ConvertedTransition implements Transition {
  private final Transition transition;
  private final Conversion conversion;

  ConvertedTransition(Transition transition, Conversion conversion) {
    this.transition = transition;
    this.conversion = conversion;
  }

  @Override
  public CompletionStage<Outcome> next(@Nullable Resource current) {
    return CompletableFuture.supplyAsync(
            () -> transition.next(current == null ? null : conversion.served(current)),
            conversion.threads())
        .thenCompose(outcome -> outcome)
        .thenApplyAsync(this::stored, conversion.threads());
  }

  private Outcome stored(Outcome outcome) {
    return outcome instanceof Outcome.Put put
        ? new Outcome.Put(conversion.stored(put.object()), put.lifetime())
        : outcome;
  }

  @Override
  public boolean expectsNone() {
    return transition.expectsNone();
  }

  @Override
  public Outcome nextOfUnreadable(UnreadableResourceException reason) {
    return transition.nextOfUnreadable(reason);
  }
}
