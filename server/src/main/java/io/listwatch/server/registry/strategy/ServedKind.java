package io.listwatch.server.registry.strategy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.CanonicalForm;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.Schema;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Traits;
import io.listwatch.server.registry.conversion.ConvertedStorage;
import io.listwatch.server.registry.conversion.VersionConverter;
import io.listwatch.server.resource.ResourceStorage;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * All that a verb needs to know of a kind: what it is, where its objects are, how they are spelled
 * and in what they differ from others.
 *
 * @param storage of objects in the version that is spoken
 * @param schema of the type, if it is one that is built in
 */
public record ServedKind(
    ResourceDefinition definition,
    ResourceStorage storage,
    CanonicalForm form,
    VersionConverter converter,
    Optional<ObjectSchema> schema,
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
        definition.custom() ? Optional.empty() : BuiltInTypes.load().find(definition.type()),
        definition.traits(),
        strategy);
  }

  /** The same kind, whose objects are written in another way this time. */
  ServedKind with(Strategy another) {
    return new ServedKind(definition, storage, form, converter, schema, traits, another);
  }

  public ResourceType type() {
    return definition.type();
  }

  /** What is known of how owners share an object of the kind. */
  public Schema sharing() {
    return schema.<Schema>map(built -> built).orElseGet(() -> definition.content().sharing());
  }

  public CompletionStage<Resource> get(ResourceKey key, VersionMatch match) {
    return storage
        .get(key, match)
        .thenApply(found -> found.orElseThrow(() -> Refusals.notFound(type(), key.name())));
  }

  /** A tree to change. */
  public static ObjectNode tree(Resource object) {
    return (ObjectNode) JsonTrees.read(object.toByteArray());
  }

  /** The tree that says the same as this one and is spelled as all are. */
  public ObjectNode canonical(ObjectNode sent) {
    return (ObjectNode) JsonTrees.read(form.encode(sent));
  }

  /** An answer that was not stored. */
  public Resource rehearsed(ObjectNode object) {
    return Resource.parse(form.encode(converter.rehearsed(object)));
  }
}
