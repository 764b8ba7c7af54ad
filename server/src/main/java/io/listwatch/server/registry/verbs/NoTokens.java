package io.listwatch.server.registry.verbs;

import io.listwatch.model.ResourceKey;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The {@code token} subresource of service accounts, which this server does not implement. */
final class NoTokens implements SubresourceVerbs {
  @Override
  public CompletionStage<WriteResult> create(
      ResourceDefinition definition, ResourceKey key, DecodedObject object, WriteOptions options) {
    return CompletableFuture.failedFuture(
        ApiErrors.notImplemented("the issuing of tokens to service accounts"));
  }
}
