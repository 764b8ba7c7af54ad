package io.listwatch.server.registry.verbs;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The verbs of one subresource, such as {@code status}. A verb that is not overridden responds with
 * 501 Not Implemented.
 *
 * <p>Thread-safe. No call blocks.
 */
public interface SubresourceVerbs {
  /** Reads the subresource. */
  default CompletionStage<Resource> get(
      ResourceDefinition definition, ResourceKey key, VersionMatch match) {
    return absent(Verb.GET, definition);
  }

  /**
   * Creates the subresource, such as a binding. Completes with the object if the subresource has no
   * other result.
   */
  default CompletionStage<WriteResult> create(
      ResourceDefinition definition, ResourceKey key, DecodedObject object, WriteOptions options) {
    return absent(Verb.CREATE, definition);
  }

  /** Replaces the subresource. */
  default CompletionStage<WriteResult> update(
      ResourceDefinition definition, ResourceKey key, DecodedObject object, WriteOptions options) {
    return absent(Verb.UPDATE, definition);
  }

  /** Patches the subresource. */
  default CompletionStage<WriteResult> patch(
      ResourceDefinition definition, ResourceKey key, Patch patch, WriteOptions options) {
    return absent(Verb.PATCH, definition);
  }

  private static <T> CompletionStage<T> absent(Verb verb, ResourceDefinition definition) {
    return CompletableFuture.failedFuture(
        ApiErrors.notImplemented(verb.word() + " on this subresource of " + definition.type()));
  }
}
