package io.listwatch.server.registry.verbs;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Verb;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What can be done on one path below an object's, such as {@code pods/x/status}. What is not
 * overridden is part of the API and not of this server, and says so.
 *
 * <p>Thread-safe; no call waits.
 */
public interface SubresourceVerbs {
  /** Shows the part. */
  default CompletionStage<Resource> get(
      ResourceDefinition definition, ResourceKey key, VersionMatch match) {
    return absent(Verb.GET, definition);
  }

  /** Acts on the object. An act that shows nothing else completes with the object. */
  default CompletionStage<WriteResult> create(
      ResourceDefinition definition, ResourceKey key, DecodedObject object, WriteOptions options) {
    return absent(Verb.CREATE, definition);
  }

  /** Replaces the part. */
  default CompletionStage<WriteResult> update(
      ResourceDefinition definition, ResourceKey key, DecodedObject object, WriteOptions options) {
    return absent(Verb.UPDATE, definition);
  }

  /** Changes the part. */
  default CompletionStage<WriteResult> patch(
      ResourceDefinition definition, ResourceKey key, Patch patch, WriteOptions options) {
    return absent(Verb.PATCH, definition);
  }

  private static <T> CompletionStage<T> absent(Verb verb, ResourceDefinition definition) {
    return CompletableFuture.failedFuture(
        Refusals.notImplemented(verb.word() + " on this subresource of " + definition.type()));
  }
}
