package io.listwatch.server.registry.admission;

import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Lets writes wait until the configurations of admission are loaded, so that none passes unchecked
 * while the server starts. The server's own writes do not wait.
 */
public final class WhenReady implements Admission {
  /** The maximum time that a write waits; kube-apiserver has the same limit. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(10);

  private final Admission chain;
  private final BooleanSupplier ready;
  private final Supplier<CompletionStage<Void>> whenReady;
  private final Timers timers;

  /**
   * @param whenReady returns a stage that completes when {@code ready} is true
   */
  public WhenReady(
      Admission chain,
      BooleanSupplier ready,
      Supplier<CompletionStage<Void>> whenReady,
      Timers timers) {
    this.chain = chain;
    this.ready = ready;
    this.whenReady = whenReady;
    this.timers = timers;
  }

  @Override
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    return ready.getAsBoolean() || request.user().equals(UserInfo.SERVER)
        ? chain.mutate(request)
        : awaited().thenCompose(loaded -> loaded ? chain.mutate(request) : rejected(request));
  }

  private CompletionStage<Boolean> awaited() {
    var loaded = new CompletableFuture<Boolean>();
    Timers.Timer timeout = timers.schedule(MAX_WAIT, () -> loaded.complete(false));
    CompletionStage<?> unused = whenReady.get().thenRun(() -> loaded.complete(true));
    return loaded.whenComplete((done, failure) -> timeout.cancel());
  }

  private static CompletionStage<Boolean> rejected(AdmissionRequest request) {
    return CompletableFuture.failedFuture(
        ApiErrors.forbidden(
            request.definition().type(), request.name(), "not yet ready to handle request"));
  }

  @Override
  public CompletionStage<Void> validate(AdmissionRequest request) {
    return chain.validate(request);
  }
}
