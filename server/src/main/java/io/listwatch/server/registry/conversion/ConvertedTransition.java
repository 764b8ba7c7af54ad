package io.listwatch.server.registry.conversion;

import io.listwatch.model.Resource;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.UnreadableResourceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A decision that is made in another version of the API than the one that is stored. */
final class ConvertedTransition implements Transition {
  private final Transition transition;
  private final Conversion conversion;

  ConvertedTransition(Transition transition, Conversion conversion) {
    this.transition = transition;
    this.conversion = conversion;
  }

  @Override
  public CompletionStage<Outcome> decide(@Nullable Resource current) {
    return CompletableFuture.supplyAsync(() -> next(current), conversion.threads());
  }

  @Override
  public Outcome next(@Nullable Resource current) {
    Outcome outcome = transition.next(current == null ? null : conversion.served(current));
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
