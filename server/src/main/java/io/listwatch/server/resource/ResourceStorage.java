package io.listwatch.server.resource;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The objects of one resource, as they are served.
 *
 * <p>Failures are {@link io.listwatch.model.ApiException}s, of reads and writes through their stage
 * and of watches through {@link ResourceWatch#poll}: what a client is to be told.
 *
 * <p>Threads: any thread may call anything, and no call waits. Stages are completed by a thread
 * that must not be held up: what depends on one is quick or names an executor.
 */
public interface ResourceStorage extends AutoCloseable {
  /**
   * One object.
   *
   * @param match {@code mostRecent()}, {@code any()} or {@code notOlderThan(v)}
   */
  CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match);

  /**
   * The objects of a scope. A limit may be passed over for {@code any()}, which asks for whatever
   * is at hand.
   */
  CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options);

  /**
   * Begins to watch. Whatever is wrong is told by {@link ResourceWatch#poll}.
   *
   * @param loop runs {@code onReadable}, and is where the watch is polled
   * @param onReadable called when a poll that answered nothing would answer something, fail, or
   *     find that the watch has ended; perhaps in vain
   */
  ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable);

  /**
   * Reads an object, lets the transition say what it shall be and writes that, again from the start
   * if somebody else was faster. Completes with the object as it is served after the write.
   */
  CompletionStage<Resource> write(ResourceKey key, Transition transition);

  /** Ends all watches. */
  @Override
  void close();
}
