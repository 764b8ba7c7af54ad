package io.listwatch.server.registry;

import io.listwatch.model.ResourceKey;
import java.util.concurrent.CompletionStage;

/** Changes objects, whole or in part: what PUT and PATCH come to on every path. */
final class ObjectChanges {
  private final ResourceRegistry registry;
  private final Creation creation;
  private final FieldOwners owners;
  private final Surroundings surroundings;

  ObjectChanges(
      ResourceRegistry registry, Creation creation, FieldOwners owners, Surroundings surroundings) {
    this.registry = registry;
    this.creation = creation;
    this.owners = owners;
    this.surroundings = surroundings;
  }

  CompletionStage<Written> change(
      ServedKind kind, ResourceKey key, Change change, ObjectPart part, WriteOptions options) {
    return surroundings.change(
        kind, key, options, ready -> write(ready, key, change, part, options));
  }

  private CompletionStage<Written> write(
      ServedKind kind, ResourceKey key, Change change, ObjectPart part, WriteOptions options) {
    var intake = new ObjectIntake(kind, registry, options.validation());
    var replacement = new Replacement(kind, key, change, part, intake, creation, owners, options);
    return kind.storage()
        .write(key, replacement)
        .thenApply(answer -> replacement.written(kind.served(answer)));
  }
}
