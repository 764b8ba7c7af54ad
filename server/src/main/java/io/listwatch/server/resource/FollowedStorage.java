package io.listwatch.server.resource;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Completes a write only after a follower in this server has applied it, so that the client's next
 * request sees its effect: a role that was just bound allows that request.
 */
public final class FollowedStorage implements ResourceStorage {
  private final ResourceStorage storage;
  private final Function<ResourceVersion, CompletionStage<Void>> follower;

  /**
   * @param follower returns a stage that completes when the follower has reached the version
   */
  public FollowedStorage(
      ResourceStorage storage, Function<ResourceVersion, CompletionStage<Void>> follower) {
    this.storage = storage;
    this.follower = follower;
  }

  @Override
  public CompletionStage<Resource> write(ResourceKey key, Transition transition) {
    return storage
        .write(key, transition)
        .thenCompose(
            written ->
                written.version().isUnset()
                    ? CompletableFuture.completedFuture(written)
                    : follower.apply(written.version()).thenApply(reached -> written));
  }

  @Override
  public CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
    return storage.get(key, match);
  }

  @Override
  public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
    return storage.list(scope, options);
  }

  @Override
  public ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable) {
    return storage.watch(request, loop, onReadable);
  }

  @Override
  public ObjectStats stats() {
    return storage.stats();
  }

  @Override
  public void close() {
    storage.close();
  }
}
