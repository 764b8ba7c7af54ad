package io.listwatch.server.registry;

import io.listwatch.model.ResourceKey;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Refuses to issue tokens to service accounts, in words that say so. */
final class NoTokens implements SubresourceVerbs {
  @Override
  public CompletionStage<Written> create(
      ResourceDefinition definition,
      ResourceKey key,
      SubmittedObject object,
      WriteOptions options) {
    return CompletableFuture.failedFuture(
        Refusals.notImplemented("the issuing of tokens to service accounts"));
  }
}
