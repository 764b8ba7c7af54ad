package io.listwatch.server.registry.verbs;

import io.listwatch.model.ResourceKey;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.write.SubmittedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.Written;
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
