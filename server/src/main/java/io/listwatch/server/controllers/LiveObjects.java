package io.listwatch.server.controllers;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.resource.KeyLayout;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.storage.Storage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What controllers do with objects: through the verbs as any client, and waiting for it.
 *
 * <p>Thread-safe. Failures are {@link io.listwatch.model.ApiException}s.
 */
final class LiveObjects {
  private static final WriteOptions WRITE =
      new WriteOptions(
          "kube-controller-manager", false, WriteOptions.FieldValidation.IGNORE, false);

  private final ResourceRegistry registry;
  private final ResourceVerbs verbs;
  private final Storage storage;

  LiveObjects(ResourceRegistry registry, ResourceVerbs verbs, Storage storage) {
    this.registry = registry;
    this.verbs = verbs;
    this.storage = storage;
  }

  /** What is served; of each resource the stored version first, which nobody has to convert. */
  List<ResourceDefinition> definitions() {
    return registry.definitions().stream()
        .sorted(Comparator.comparing(each -> !each.type().equals(each.stored())))
        .toList();
  }

  /** A resource that is built in. */
  ResourceDefinition builtIn(String group, String version, String plural) {
    return registry.find(group, version, plural).orElseThrow();
  }

  /** Some version of the resource whose objects are of this kind; empty if none is served. */
  Optional<ResourceDefinition> ofKind(String group, String kind) {
    return definitions().stream()
        .filter(each -> each.type().group().equals(group) && each.type().kind().equals(kind))
        .findFirst();
  }

  Optional<Resource> get(ResourceDefinition definition, ResourceKey key)
      throws InterruptedException {
    return get(definition, key, VersionMatch.mostRecent());
  }

  Optional<Resource> get(ResourceDefinition definition, ResourceKey key, VersionMatch match)
      throws InterruptedException {
    try {
      return Optional.of(Stages.await(verbs.get(definition, key, match)));
    } catch (NotFoundException absent) {
      return Optional.empty();
    }
  }

  /** How many objects are there: asked of storage, so that no cache is made for an answer of 0. */
  long count(ResourceDefinition definition, @Nullable String namespace) {
    return storage.count(KeyLayout.of(definition.stored()).range(namespace));
  }

  List<Resource> list(ResourceDefinition definition, ResourceScope scope)
      throws InterruptedException {
    ResourcePage page = Stages.await(verbs.list(definition, scope, ListOptions.ALL));
    var items = new ArrayList<Resource>();
    List<Resource> batch;
    do {
      batch = Stages.await(page.next());
      items.addAll(batch);
    } while (!batch.isEmpty());
    return items;
  }

  /** Creates an object unless one of that name exists. */
  void create(ResourceDefinition definition, @Nullable String namespace, JsonObject object)
      throws InterruptedException {
    try {
      var unused = createNew(definition, namespace, object);
    } catch (AlreadyExistsException there) {
      // Then it need not be made.
    }
  }

  /** Creates an object that does not exist. */
  Resource createNew(ResourceDefinition definition, @Nullable String namespace, JsonObject object)
      throws InterruptedException {
    var submitted = new DecodedObject(object, List.of());
    return Stages.await(verbs.create(definition, namespace, submitted, WRITE)).object();
  }

  /**
   * Replaces an object or a part of it, and answers what it is then.
   *
   * @param subresource empty for the object itself
   */
  @CanIgnoreReturnValue
  Resource update(
      ResourceDefinition definition, ResourceKey key, String subresource, JsonObject object)
      throws InterruptedException {
    var submitted = new DecodedObject(object, List.of());
    return Stages.await(verbs.update(definition, key, subresource, submitted, WRITE)).object();
  }

  /** Has an object say what this one says, whatever else it says; creates it if need be. */
  void ensure(ResourceDefinition definition, @Nullable String namespace, JsonObject object)
      throws InterruptedException {
    var key = new ResourceKey(namespace, object.at("/metadata/name").asText());
    var patch = Patch.of(Patch.Type.MERGE, object);
    try {
      var unused = Stages.await(verbs.patch(definition, key, "", patch, WRITE));
    } catch (NotFoundException absent) {
      create(definition, namespace, object);
    }
  }

  /** Changes the metadata of an object that is still at its version. */
  void patchMetadata(ResourceDefinition definition, Resource current, JsonObject metadata)
      throws InterruptedException {
    JsonObject body = new JsonObject();
    body.set("metadata", metadata.put("resourceVersion", current.version().toString()));
    var patch = Patch.of(Patch.Type.MERGE, body);
    var unused = Stages.await(verbs.patch(definition, current.key(), "", patch, WRITE));
  }

  /** Takes one finalizer from an object that is still at its version. */
  void removeFinalizer(ResourceDefinition definition, Resource current, String finalizer)
      throws InterruptedException {
    JsonObject metadata = new JsonObject();
    var finalizers = metadata.putArray("finalizers");
    current.finalizers().stream().filter(each -> !each.equals(finalizer)).forEach(finalizers::add);
    patchMetadata(definition, current, metadata);
  }

  /** Asks for the deletion of an object that is still at its version. */
  void delete(
      ResourceDefinition definition, Resource current, DeleteOptions.PropagationPolicy policy)
      throws InterruptedException {
    var options =
        new DeleteOptions(
            null, current.uid().orElse(null), current.version().toString(), policy, null, false);
    var unused = Stages.await(verbs.delete(definition, current.key(), options));
  }

  /** Asks for the deletion of all objects of a scope. */
  void deleteAll(ResourceDefinition definition, ResourceScope scope) throws InterruptedException {
    var options =
        new DeleteOptions(
            null, null, null, DeleteOptions.PropagationPolicy.BACKGROUND, null, false);
    var unused = Stages.await(verbs.deleteCollection(definition, scope, ListOptions.ALL, options));
  }

  /** A tree of an object that the server makes itself. */
  static JsonObject parse(String json) {
    return (JsonObject) JsonTrees.read(json);
  }

  /** A tree of the caller's own. */
  static JsonObject tree(Resource object) {
    return (JsonObject) JsonTrees.read(object.toByteArray());
  }
}
