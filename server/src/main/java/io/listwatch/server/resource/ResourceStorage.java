package io.listwatch.server.resource;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The objects of one resource in the form that is served.
 *
 * <p>Failures are {@link io.listwatch.model.ApiException}s with the status for the client. Reads
 * and writes fail through their stage, watches through {@link ResourceWatch#poll}.
 *
 * <p>Threads: any thread may call any method, and none blocks. Stages are completed by a thread
 * that must not be delayed: a dependent action is quick or names an executor.
 */
public interface ResourceStorage extends AutoCloseable {
  /**
   * Reads one object.
   *
   * @param match {@code mostRecent()}, {@code any()} or {@code notOlderThan(v)}
   */
  CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match);

  /** Lists the objects of a scope. An implementation may ignore the limit for {@code any()}. */
  CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options);

  /**
   * Starts a watch. Failures are thrown by {@link ResourceWatch#poll}.
   *
   * @param loop runs {@code onReadable} and the polls of the watch
   * @param onReadable called after a poll returned null, when the next one may return an event,
   *     fail, or find that the watch has ended; spurious calls are possible
   */
  ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable);

  /**
   * Reads an object, runs the transition and writes its outcome, and starts over after a conflict.
   * Completes with the served form of the object after the write.
   */
  CompletionStage<Resource> write(ResourceKey key, Transition transition);

  /** Returns the number and size of the objects, as far as they are known, without waiting. */
  default ObjectStats stats() {
    return ObjectStats.NONE;
  }

  /** Ends all watches. */
  @Override
  void close();
}
