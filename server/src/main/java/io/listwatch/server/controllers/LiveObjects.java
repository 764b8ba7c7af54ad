package io.listwatch.server.controllers;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.Patch;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.resource.KeyLayout;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.storage.Storage;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes objects for controllers, through the verbs like any client. Each call blocks
 * until it is done.
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

  /** Returns the served resources, the stored version of each first, which needs no conversion. */
  List<ResourceDefinition> definitions() {
    return registry.definitions().stream()
        .sorted(Comparator.comparing(each -> !each.type().equals(each.stored())))
        .toList();
  }

  /** Returns one version of each namespaced resource whose objects can be listed and deleted. */
  List<ResourceDefinition> contentOfNamespaces() {
    var seen = new HashSet<ResourceType>();
    return definitions().stream()
        .filter(each -> each.type().scope() == Scope.NAMESPACED)
        .filter(each -> each.allows(Verb.LIST) && each.allows(Verb.DELETE))
        .filter(each -> seen.add(each.stored()))
        .toList();
  }

  /** Returns a built-in resource. */
  ResourceDefinition builtIn(String group, String version, String plural) {
    return registry.find(group, version, plural).orElseThrow();
  }

  /** Returns some version of the resource with this kind; empty if none is served. */
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

  /** Counts objects in storage, so that counting alone does not fill a watch cache. */
  long count(ResourceDefinition definition, @Nullable String namespace) {
    return storage.count(KeyLayout.of(definition.stored()).range(namespace));
  }

  /** Lists the objects of a scope, of which there may be more than fit into the heap. */
  LiveList list(ResourceDefinition definition, ResourceScope scope) throws InterruptedException {
    return new LiveList(Stages.await(verbs.list(definition, scope, ListOptions.ALL)));
  }

  /** Creates an object unless one with that name exists. */
  void create(ResourceDefinition definition, @Nullable String namespace, JsonObject object)
      throws InterruptedException {
    create(definition, namespace, object, WRITE);
  }

  /** Creates an object unless one with that name exists. */
  void create(
      ResourceDefinition definition,
      @Nullable String namespace,
      JsonObject object,
      WriteOptions options)
      throws InterruptedException {
    try {
      var submitted = new DecodedObject(object, List.of());
      var unused = Stages.await(verbs.create(definition, namespace, submitted, options));
    } catch (AlreadyExistsException there) {
      // It exists already.
    }
  }

  /** Creates an object; fails if one with that name exists. */
  Resource createNew(ResourceDefinition definition, @Nullable String namespace, JsonObject object)
      throws InterruptedException {
    var submitted = new DecodedObject(object, List.of());
    return Stages.await(verbs.create(definition, namespace, submitted, WRITE)).object();
  }

  /**
   * Replaces an object or a subresource. Returns the object after the write.
   *
   * @param subresource empty for the object itself
   */
  @CanIgnoreReturnValue
  Resource update(
      ResourceDefinition definition, ResourceKey key, String subresource, JsonObject object)
      throws InterruptedException {
    return update(definition, key, subresource, object, WRITE);
  }

  @CanIgnoreReturnValue
  Resource update(
      ResourceDefinition definition,
      ResourceKey key,
      String subresource,
      JsonObject object,
      WriteOptions options)
      throws InterruptedException {
    var submitted = new DecodedObject(object, List.of());
    return Stages.await(verbs.update(definition, key, subresource, submitted, options)).object();
  }

  /** Applies fields of a subresource for a field manager, which takes them from other managers. */
  void apply(
      ResourceDefinition definition,
      ResourceKey key,
      String subresource,
      JsonObject fields,
      String manager)
      throws InterruptedException {
    var options = new WriteOptions(manager, false, WriteOptions.FieldValidation.IGNORE, true);
    var patch = Patch.of(Patch.Type.APPLY, fields);
    var unused = Stages.await(verbs.patch(definition, key, subresource, patch, options));
  }

  /** Merges these fields into an object, or creates it if it does not exist. */
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

  /**
   * Patches the metadata of an object. Fails with a conflict if it has changed since it was read.
   */
  void patchMetadata(ResourceDefinition definition, Resource current, JsonObject metadata)
      throws InterruptedException {
    JsonObject body = new JsonObject();
    body.set("metadata", metadata.put("resourceVersion", current.version().toString()));
    var patch = Patch.of(Patch.Type.MERGE, body);
    var unused = Stages.await(verbs.patch(definition, current.key(), "", patch, WRITE));
  }

  /** Removes one finalizer. Fails with a conflict if the object has changed since it was read. */
  void removeFinalizer(ResourceDefinition definition, Resource current, String finalizer)
      throws InterruptedException {
    JsonObject metadata = new JsonObject();
    var finalizers = metadata.putArray("finalizers");
    current.finalizers().stream().filter(each -> !each.equals(finalizer)).forEach(finalizers::add);
    patchMetadata(definition, current, metadata);
  }

  /** Deletes an object. Fails with a conflict if it has changed since it was read. */
  void delete(
      ResourceDefinition definition, Resource current, DeleteOptions.PropagationPolicy policy)
      throws InterruptedException {
    var options =
        new DeleteOptions(
            null, current.uid().orElse(null), current.version().toString(), policy, null, false);
    var unused = Stages.await(verbs.delete(definition, current.key(), options));
  }

  /** Deletes all objects of a scope. */
  void deleteAll(ResourceDefinition definition, ResourceScope scope) throws InterruptedException {
    var options =
        new DeleteOptions(
            null, null, null, DeleteOptions.PropagationPolicy.BACKGROUND, null, false);
    var unused =
        Stages.await(
            verbs.deleteCollection(definition, scope, ListOptions.ALL, options, () -> false));
  }

  /** Parses an object that the server creates itself. */
  static JsonObject parse(String json) {
    return (JsonObject) JsonTrees.read(json);
  }

  /** Returns a tree that the caller may change. */
  static JsonObject tree(Resource object) {
    return (JsonObject) JsonTrees.read(object.toByteArray());
  }
}
