package io.listwatch.server.registry.verbs;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.FullReplacement;
import io.listwatch.server.registry.write.ObjectPart;
import io.listwatch.server.registry.write.ObjectWrites;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A subresource that reads the whole object and updates one part of it, such as {@code status} or
 * {@code finalize}.
 */
final class PartVerbs implements SubresourceVerbs {
  private final Function<ResourceDefinition, ServedKind> kinds;
  private final ObjectWrites writes;
  private final ObjectPart part;

  PartVerbs(Function<ResourceDefinition, ServedKind> kinds, ObjectWrites writes, ObjectPart part) {
    this.kinds = kinds;
    this.writes = writes;
    this.part = part;
  }

  @Override
  public CompletionStage<Resource> get(
      ResourceDefinition definition, ResourceKey key, VersionMatch match) {
    return kinds.apply(definition).get(key, match);
  }

  @Override
  public CompletionStage<WriteResult> update(
      ResourceDefinition definition, ResourceKey key, DecodedObject object, WriteOptions options) {
    ServedKind kind = kinds.apply(definition);
    return writes.update(kind, key, new FullReplacement(object), part, options);
  }

  @Override
  public CompletionStage<WriteResult> patch(
      ResourceDefinition definition, ResourceKey key, Patch patch, WriteOptions options) {
    return writes.patch(kinds.apply(definition), key, patch, part, options);
  }
}
