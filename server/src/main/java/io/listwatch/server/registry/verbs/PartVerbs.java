package io.listwatch.server.registry.verbs;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.write.ObjectChanges;
import io.listwatch.server.registry.write.ObjectPart;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.Submitted;
import io.listwatch.server.registry.write.SubmittedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.Written;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A path that shows the whole object and changes a part of it: its status, what holds it back. */
final class PartVerbs implements SubresourceVerbs {
  private final Function<ResourceDefinition, ServedKind> kinds;
  private final ObjectChanges changes;
  private final ObjectPart part;

  PartVerbs(
      Function<ResourceDefinition, ServedKind> kinds, ObjectChanges changes, ObjectPart part) {
    this.kinds = kinds;
    this.changes = changes;
    this.part = part;
  }

  @Override
  public CompletionStage<Resource> get(
      ResourceDefinition definition, ResourceKey key, VersionMatch match) {
    return kinds.apply(definition).get(key, match);
  }

  @Override
  public CompletionStage<Written> update(
      ResourceDefinition definition,
      ResourceKey key,
      SubmittedObject object,
      WriteOptions options) {
    ServedKind kind = kinds.apply(definition);
    return changes.change(kind, key, new Submitted(object), part, options);
  }

  @Override
  public CompletionStage<Written> patch(
      ResourceDefinition definition, ResourceKey key, Patch patch, WriteOptions options) {
    return changes.patch(kinds.apply(definition), key, patch, part, options);
  }
}
