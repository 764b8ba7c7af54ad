package io.listwatch.server.registry.verbs;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ScalePaths;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.FullReplacement;
import io.listwatch.server.registry.write.ObjectPart;
import io.listwatch.server.registry.write.ObjectWrites;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.RequestedChange;
import io.listwatch.server.registry.write.Scales;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.registry.write.WriteResult;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The {@code scale} subresource, for every kind that has one. */
final class ScaleVerbs implements SubresourceVerbs {
  private final Function<ResourceDefinition, ServedKind> kinds;
  private final Function<ResourceDefinition, ScalePaths> paths;
  private final ObjectWrites writes;

  ScaleVerbs(
      Function<ResourceDefinition, ServedKind> kinds,
      Function<ResourceDefinition, ScalePaths> paths,
      ObjectWrites writes) {
    this.kinds = kinds;
    this.paths = paths;
    this.writes = writes;
  }

  @Override
  public CompletionStage<Resource> get(
      ResourceDefinition definition, ResourceKey key, VersionMatch match) {
    ServedKind kind = kinds.apply(definition);
    return kind.get(key, match).thenApply(scales(kind)::scale);
  }

  @Override
  public CompletionStage<WriteResult> update(
      ResourceDefinition definition, ResourceKey key, DecodedObject object, WriteOptions options) {
    ServedKind kind = kinds.apply(definition);
    return rescale(kind, key, writes.ofScale(new FullReplacement(object), options), options);
  }

  @Override
  public CompletionStage<WriteResult> patch(
      ResourceDefinition definition, ResourceKey key, Patch patch, WriteOptions options) {
    ServedKind kind = kinds.apply(definition);
    return rescale(kind, key, writes.ofScale(kind, key, patch, options), options);
  }

  private CompletionStage<WriteResult> rescale(
      ServedKind kind, ResourceKey key, RequestedChange ofScale, WriteOptions options) {
    Scales scales = scales(kind);
    return writes
        .update(kind, key, scales.change(ofScale, key.name()), ObjectPart.SCALE, options)
        .thenApply(written -> new WriteResult(scales.scale(written.object()), written.created()));
  }

  private Scales scales(ServedKind kind) {
    return new Scales(kind, paths.apply(kind.definition()));
  }
}
