package io.listwatch.server.registry.verbs;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.WatchRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The storage of resources that are never stored, such as SubjectAccessReviews: rejects every call.
 */
final class NoStorage implements ResourceStorage {
  static final NoStorage INSTANCE = new NoStorage();

  private NoStorage() {}

  /** True if objects of this resource are never stored. */
  static boolean isNeverStored(ResourceDefinition definition) {
    return !definition.custom() && !definition.allows(Verb.GET) && !definition.allows(Verb.LIST);
  }

  @Override
  public CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
    return CompletableFuture.failedFuture(ApiErrors.noSuchMethod());
  }

  @Override
  public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
    return CompletableFuture.failedFuture(ApiErrors.noSuchMethod());
  }

  @Override
  public ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable) {
    throw ApiErrors.noSuchMethod();
  }

  @Override
  public CompletionStage<Resource> write(ResourceKey key, Transition transition) {
    return CompletableFuture.failedFuture(ApiErrors.noSuchMethod());
  }

  @Override
  public void close() {}
}
