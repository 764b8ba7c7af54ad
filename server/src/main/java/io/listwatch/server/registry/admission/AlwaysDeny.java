package io.listwatch.server.registry.admission;

import io.listwatch.server.registry.ApiErrors;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The plug-in AlwaysDeny, which rejects every write. */
final class AlwaysDeny implements Admission {
  private static final String REASON = "admission control is denying all modifications";

  @Override
  public CompletionStage<Boolean> mutate(AdmissionRequest request) {
    return CompletableFuture.failedFuture(
        ApiErrors.forbidden(request.definition().type(), request.key().name(), REASON));
  }
}
