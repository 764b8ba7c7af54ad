package io.listwatch.server.registry;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.WatchRequest;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What can be done with objects: the one door for those who come over HTTP and for the server's own
 * controllers.
 *
 * <p>Failures are {@link io.listwatch.model.ApiException}s with the words of the reference, through
 * the stage. No call waits; the work is done by a bounded pool.
 */
public final class ResourceVerbs {
  public CompletionStage<Resource> get(
      ResourceDefinition definition, ResourceKey key, VersionMatch match) {
    throw new UnsupportedOperationException();
  }

  public CompletionStage<ResourcePage> list(
      ResourceDefinition definition, ResourceScope scope, ListOptions options) {
    throw new UnsupportedOperationException();
  }

  public ResourceWatch watch(
      ResourceDefinition definition, WatchRequest request, Executor loop, Runnable onReadable) {
    throw new UnsupportedOperationException();
  }

  /**
   * @param namespace of the path; null for a cluster-scoped resource
   */
  public CompletionStage<Written> create(
      ResourceDefinition definition,
      @Nullable String namespace,
      SubmittedObject object,
      WriteOptions options) {
    throw new UnsupportedOperationException();
  }

  /**
   * @param subresource empty for the object itself
   */
  public CompletionStage<Written> update(
      ResourceDefinition definition,
      ResourceKey key,
      String subresource,
      SubmittedObject object,
      WriteOptions options) {
    throw new UnsupportedOperationException();
  }

  public CompletionStage<Written> patch(
      ResourceDefinition definition,
      ResourceKey key,
      String subresource,
      Patch patch,
      WriteOptions options) {
    throw new UnsupportedOperationException();
  }

  public CompletionStage<Removed> delete(
      ResourceDefinition definition, ResourceKey key, DeleteOptions options) {
    throw new UnsupportedOperationException();
  }

  /** Deletes what a list with these options would show. Completes with what was selected. */
  public CompletionStage<List<Resource>> deleteCollection(
      ResourceDefinition definition,
      ResourceScope scope,
      ListOptions selection,
      DeleteOptions options) {
    throw new UnsupportedOperationException();
  }
}
