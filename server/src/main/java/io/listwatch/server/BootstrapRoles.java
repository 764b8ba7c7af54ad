package io.listwatch.server;

import io.listwatch.model.AlreadyExistsException;
import io.listwatch.model.ConflictException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.auth.rbac.BootstrapPolicy;
import io.listwatch.server.auth.rbac.BootstrapUpdate;
import io.listwatch.server.auth.rbac.RbacFeed;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.registry.delete.DeleteOptions;
import io.listwatch.server.registry.verbs.ResourceVerbs;
import io.listwatch.server.registry.write.DecodedObject;
import io.listwatch.server.registry.write.WriteOptions;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Creates the bootstrap roles and bindings, and adds missing permissions and subjects to existing
 * ones.
 */
final class BootstrapRoles {
  private static final WriteOptions OPTIONS =
      new WriteOptions("kube-apiserver", false, WriteOptions.FieldValidation.IGNORE, false);

  private static final ResourceKey CLUSTER_ADMIN = ResourceKey.of("cluster-admin");

  private final ResourceRegistry registry;
  private final ResourceVerbs verbs;
  private final Runnable first;

  /**
   * @param first runs before the first write to a storage that never had bootstrap roles
   */
  BootstrapRoles(ResourceRegistry registry, ResourceVerbs verbs, Runnable first) {
    this.registry = registry;
    this.verbs = verbs;
    this.first = first;
  }

  /** Blocks until all objects exist and are complete. Runs at each start. */
  void reconcile() {
    Map<String, Map<ResourceKey, Resource>> stored = new HashMap<>();
    Map<String, ResourceDefinition> definitions = new HashMap<>();
    for (ResourceType type : RbacFeed.TYPES) {
      ResourceDefinition definition =
          registry.find(type.group(), type.version(), type.plural()).orElseThrow();
      definitions.put(type.kind(), definition);
      stored.put(type.kind(), list(definition));
    }
    if (!stored.getOrDefault("ClusterRole", Map.of()).containsKey(CLUSTER_ADMIN)) {
      first.run();
    }
    var writes = new ArrayList<CompletableFuture<?>>();
    for (JsonObject each : BootstrapPolicy.load()) {
      String kind = each.path("kind").asText();
      var key = key(each);
      Resource existing = stored.getOrDefault(kind, Map.of()).get(key);
      ResourceDefinition definition = definitions.get(kind);
      if (definition != null) {
        write(definition, key, each, existing).ifPresent(writes::add);
      }
    }
    writes.forEach(BootstrapRoles::await);
  }

  private static ResourceKey key(JsonObject object) {
    String namespace = object.at("/metadata/namespace").asText();
    return new ResourceKey(
        namespace.isEmpty() ? null : namespace, object.at("/metadata/name").asText());
  }

  private Optional<CompletableFuture<?>> write(
      ResourceDefinition definition,
      ResourceKey key,
      JsonObject expected,
      @Nullable Resource existing) {
    if (existing == null) {
      return Optional.of(create(definition, key, expected).toCompletableFuture());
    }
    JsonObject current = (JsonObject) JsonTrees.read(existing.toByteArray());
    if (BootstrapUpdate.refersToAnotherRole(expected, current)) {
      return Optional.of(
          verbs
              .delete(definition, key, deletionOf(existing))
              .thenCompose(deleted -> create(definition, key, expected))
              .toCompletableFuture());
    }
    return BootstrapUpdate.of(expected, current)
        .map(
            updated ->
                verbs
                    .update(definition, key, "", new DecodedObject(updated, List.of()), OPTIONS)
                    .toCompletableFuture());
  }

  private CompletionStage<?> create(
      ResourceDefinition definition, ResourceKey key, JsonObject object) {
    return verbs.create(definition, key.namespace(), new DecodedObject(object, List.of()), OPTIONS);
  }

  private static DeleteOptions deletionOf(Resource existing) {
    return new DeleteOptions(
        null,
        existing.uid().orElse(null),
        existing.version().toString(),
        DeleteOptions.PropagationPolicy.BACKGROUND,
        null,
        false);
  }

  /** Ignores a conflict: another server may do the same at the same time. */
  private static void await(CompletableFuture<?> write) {
    try {
      write.join();
    } catch (CompletionException failure) {
      Throwable cause = failure.getCause();
      if (!(cause instanceof AlreadyExistsException
          || cause instanceof ConflictException
          || cause instanceof NotFoundException)) {
        throw failure;
      }
    }
  }

  private Map<ResourceKey, Resource> list(ResourceDefinition definition) {
    ResourcePage page =
        verbs.list(definition, ResourceScope.ALL, ListOptions.ALL).toCompletableFuture().join();
    var found = new HashMap<ResourceKey, Resource>();
    List<Resource> batch;
    do {
      batch = page.next().toCompletableFuture().join();
      batch.forEach(each -> found.put(each.key(), each));
    } while (!batch.isEmpty());
    return found;
  }
}
