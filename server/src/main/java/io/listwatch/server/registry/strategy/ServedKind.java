package io.listwatch.server.registry.strategy;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.CanonicalForm;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.strategy.Strategy;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.conversion.ConvertedStorage;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.storage.Lifetime;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A served kind with its storage, schema and strategy.
 *
 * @param storage of its objects, in the served version
 * @param form the canonical JSON of its objects
 * @param schema of a built-in type; null for a custom resource
 */
public record ServedKind(
    ResourceDefinition definition,
    ResourceStorage storage,
    CanonicalForm form,
    VersionConverter converter,
    @Nullable ObjectSchema schema,
    Traits traits,
    Strategy strategy) {
  public static ServedKind of(
      ResourceDefinition definition,
      ResourceStorage storage,
      CanonicalForm form,
      VersionConverter converter,
      Strategy strategy) {
    return new ServedKind(
        definition,
        converter.same()
            ? storage
            : new ConvertedStorage(storage, converter, definition.type(), definition.stored()),
        form,
        converter,
        definition.custom() ? null : BuiltInTypes.load().find(definition.type()).orElse(null),
        definition.traits(),
        strategy);
  }

  /** Returns the same kind with a strategy for one write. */
  ServedKind with(Strategy another) {
    return new ServedKind(definition, storage, form, converter, schema, traits, another);
  }

  /** Returns the time to live of an object after each write. */
  public Lifetime lifetime() {
    return strategy.timeToLive().map(Lifetime::of).orElseGet(Lifetime::unlimited);
  }

  public ResourceType type() {
    return definition.type();
  }

  /** Returns the schema for managedFields: list types, map keys, atomic fields. */
  public Schema sharing() {
    return schema != null ? schema : definition.content().sharing();
  }

  public CompletionStage<Resource> get(ResourceKey key, VersionMatch match) {
    return storage
        .get(key, match)
        .thenApply(found -> found.orElseThrow(() -> ApiErrors.notFound(type(), key.name())));
  }

  /** Returns the object as a tree that the caller may change. */
  public static JsonObject tree(Resource object) {
    return (JsonObject) JsonTrees.read(object.toByteArray());
  }

  /** Returns the object in its canonical form, as {@link CanonicalForm#normalize} does. */
  public JsonObject canonical(JsonObject sent) {
    return form.normalize(sent);
  }

  /** Returns the object as a dry run shows it: as if it had been stored. */
  public Resource dryRunResult(JsonObject object) {
    return Resource.parse(form.encode(converter.rehearsed(object)));
  }
}
