package io.listwatch.server.registry;

import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.Status;
import io.listwatch.model.StatusReason;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.WatchRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What can be done with objects: the one door for those who come over HTTP and for the server's own
 * controllers.
 *
 * <p>Failures are {@link io.listwatch.model.ApiException}s with the words of the reference, through
 * the stage. No call waits; the work is done by a bounded pool.
 */
public final class ResourceVerbs {
  private final Function<ResourceDefinition, ResourceStorage> storages;

  public ResourceVerbs(Function<ResourceDefinition, ResourceStorage> storages) {
    this.storages = storages;
  }

  public CompletionStage<Resource> get(
      ResourceDefinition definition, ResourceKey key, VersionMatch match) {
    return storages
        .apply(definition)
        .get(key, match)
        .thenApply(found -> found.orElseThrow(() -> notFound(definition, key)));
  }

  public CompletionStage<ResourcePage> list(
      ResourceDefinition definition, ResourceScope scope, ListOptions options) {
    return storages.apply(definition).list(scope, options);
  }

  public ResourceWatch watch(
      ResourceDefinition definition, WatchRequest request, Executor loop, Runnable onReadable) {
    return storages.apply(definition).watch(request, loop, onReadable);
  }

  /**
   * Creates an object.
   *
   * @param namespace of the path; null for a cluster-scoped resource
   */
  public CompletionStage<Written> create(
      ResourceDefinition definition,
      @Nullable String namespace,
      SubmittedObject object,
      WriteOptions options) {
    return notWritten();
  }

  /**
   * Replaces an object, or a part of it.
   *
   * @param subresource empty for the object itself
   */
  public CompletionStage<Written> update(
      ResourceDefinition definition,
      ResourceKey key,
      String subresource,
      SubmittedObject object,
      WriteOptions options) {
    return notWritten();
  }

  public CompletionStage<Written> patch(
      ResourceDefinition definition,
      ResourceKey key,
      String subresource,
      Patch patch,
      WriteOptions options) {
    return notWritten();
  }

  public CompletionStage<Removed> delete(
      ResourceDefinition definition, ResourceKey key, DeleteOptions options) {
    return notWritten();
  }

  /** Deletes what a list with these options would show. Completes with what was selected. */
  public CompletionStage<List<Resource>> deleteCollection(
      ResourceDefinition definition,
      ResourceScope scope,
      ListOptions selection,
      DeleteOptions options) {
    return notWritten();
  }

  private static <T> CompletionStage<T> notWritten() {
    return CompletableFuture.failedFuture(
        Status.of(500, StatusReason.INTERNAL_ERROR, "not written yet").toException());
  }

  private static ApiException notFound(ResourceDefinition definition, ResourceKey key) {
    return Status.of(
            404,
            StatusReason.NOT_FOUND,
            "%s \"%s\" not found".formatted(definition.type(), key.name()))
        .toException();
  }
}
