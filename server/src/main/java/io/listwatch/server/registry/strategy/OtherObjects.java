package io.listwatch.server.registry.strategy;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.ResourceRegistry;
import io.listwatch.server.resource.ResourceStorage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks up other objects of built-in kinds on which a write depends. Finds none of a kind that is
 * not served.
 *
 * <p>Thread-safe. No call blocks.
 */
public final class OtherObjects {
  private final ResourceRegistry registry;
  private final Function<ResourceDefinition, ResourceStorage> storages;

  public OtherObjects(
      ResourceRegistry registry, Function<ResourceDefinition, ResourceStorage> storages) {
    this.registry = registry;
    this.storages = storages;
  }

  /**
   * Finds an object by name: first in the watch cache, then with a consistent read, because it may
   * have been created a moment ago.
   *
   * @param namespace null for a cluster-scoped resource
   * @param name as the client wrote it; nothing is found for an invalid one
   */
  public CompletionStage<Optional<Resource>> object(
      String group, String plural, @Nullable String namespace, String name) {
    return cached(group, plural, namespace, name)
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(found)
                    : get(group, plural, namespace, name, VersionMatch.mostRecent()));
  }

  /** Finds an object in the watch cache, which may be a moment behind. */
  public CompletionStage<Optional<Resource>> cached(
      String group, String plural, @Nullable String namespace, String name) {
    return get(group, plural, namespace, name, VersionMatch.any());
  }

  private CompletionStage<Optional<Resource>> get(
      String group, String plural, @Nullable String namespace, String name, VersionMatch match) {
    Optional<ResourceDefinition> definition = registry.find(group, "v1", plural);
    return definition.isEmpty() || name.isEmpty() || name.contains("/")
        ? CompletableFuture.completedFuture(Optional.empty())
        : storages.apply(definition.get()).get(new ResourceKey(namespace, name), match);
  }

  /** Finds an object like {@link #object}, as a tree. */
  public CompletionStage<Optional<JsonValue>> find(
      String group, String plural, @Nullable String namespace, String name) {
    return object(group, plural, namespace, name)
        .thenApply(found -> found.map(each -> JsonTrees.read(each.toByteArray())));
  }

  /** Returns all objects of a kind as trees, for kinds with few objects. */
  public CompletionStage<List<JsonValue>> all(String group, String plural, VersionMatch match) {
    return resources(group, plural, match)
        .thenApply(all -> all.stream().map(each -> JsonTrees.read(each.toByteArray())).toList());
  }

  /** Returns all objects of a kind, for kinds with few objects. */
  public CompletionStage<List<Resource>> resources(
      String group, String plural, VersionMatch match) {
    Optional<ResourceDefinition> definition = registry.find(group, "v1", plural);
    return definition.isEmpty()
        ? CompletableFuture.completedFuture(List.of())
        : AllObjects.of(storages.apply(definition.get()), ListOptions.ALL.at(match));
  }
}
