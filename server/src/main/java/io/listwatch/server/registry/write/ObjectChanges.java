package io.listwatch.server.registry.write;

import io.listwatch.model.ResourceKey;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.strategy.ServedKind;
import io.listwatch.server.registry.strategy.WritePrerequisites;
import java.util.concurrent.CompletionStage;

/** Changes objects, whole or in part: what PUT and PATCH come to on every path. */
public final class ObjectChanges {
  private final ResourceRegistry registry;
  private final Creation creation;
  private final FieldOwners owners;
  private final WritePrerequisites surroundings;

  public ObjectChanges(
      ResourceRegistry registry, Creation creation, FieldOwners owners, WritePrerequisites surroundings) {
    this.registry = registry;
    this.creation = creation;
    this.owners = owners;
    this.surroundings = surroundings;
  }

  public CompletionStage<WriteResult> change(
      ServedKind kind, ResourceKey key, RequestedChange change, ObjectPart part, WriteOptions options) {
    return surroundings.change(
        kind,
        key,
        part.subresource(),
        options.user(),
        options.dryRun(),
        ready -> write(ready, key, change, part, options));
  }

  private CompletionStage<WriteResult> write(
      ServedKind kind, ResourceKey key, RequestedChange change, ObjectPart part, WriteOptions options) {
    var intake = new ObjectDecoder(kind, registry, options.validation());
    var replacement = new Replacement(kind, key, change, part, intake, creation, owners, options);
    return kind.storage().write(key, replacement).thenApply(replacement::written);
  }

  /** Changes what there is, by a patch of any type. */
  public CompletionStage<WriteResult> patch(
      ServedKind kind, ResourceKey key, Patch patch, ObjectPart part, WriteOptions options) {
    RequestedChange change =
        patch.type() == Patch.Type.APPLY
            ? applied(kind, key, ApplyConfiguration.of(patch), part, options, false)
            : new PatchChange(kind, key.name(), patch);
    return change(kind, key, change, part, options);
  }

  /** Applies to what there is, or makes it. */
  public CompletionStage<WriteResult> create(
      ServedKind kind, ResourceKey key, Patch apply, WriteOptions options) {
    ApplyConfiguration intent = ApplyConfiguration.of(apply);
    RequestedChange change = applied(kind, key, intent, ObjectPart.WHOLE, options, true);
    return surroundings.create(
        kind,
        key.namespace(),
        intent.object().deepCopy(),
        options.user(),
        options.dryRun(),
        ready -> write(ready, key, change, ObjectPart.WHOLE, options));
  }

  private RequestedChange applied(
      ServedKind kind,
      ResourceKey key,
      ApplyConfiguration wanted,
      ObjectPart part,
      WriteOptions options,
      boolean creates) {
    return new ApplyChange(
        kind.type(),
        key.name(),
        wanted,
        (old, intent) -> owners.apply(kind, part, old, intent, options),
        creates);
  }

  /** A change of a scale, by a patch of any type. */
  public RequestedChange ofScale(ServedKind kind, ResourceKey key, Patch patch, WriteOptions options) {
    return patch.type() == Patch.Type.APPLY
        ? new ApplyChange(
            Scales.TYPE,
            key.name(),
            ApplyConfiguration.of(patch),
            (scale, intent) -> owners.applyToScale(scale, intent, options),
            false)
        : ofScale(new PatchChange(kind, key.name(), patch, Scales.SCHEMA), options);
  }

  /** A change of a scale that says nothing of owners itself. */
  public RequestedChange ofScale(RequestedChange change, WriteOptions options) {
    return new ScaleChange(change, owners, options);
  }
}
