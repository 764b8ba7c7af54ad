package io.listwatch.server.resource;

import io.listwatch.metrics.Metrics;
import io.listwatch.metrics.Metrics.Distribution;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Reflector;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.time.Timers;
import io.listwatch.time.Timers.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Keeps followers inside this server in step with stored resources, and lets writes wait for them.
 *
 * <p>Threads: one reflector for each resource, each on its own thread. Any thread may wait for a
 * version.
 */
public final class ResourceFeed implements AutoCloseable {
  /** The maximum time that a write waits for its follower. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(5);

  private static final String PREFIX = "listwatch-";

  private final String name;
  private final Function<ResourceType, ListerWatcher> sources;
  private final Metrics metrics;
  private final Timers timers;
  private final Distribution wait;
  private final Map<ResourceType, FollowerStore> stores = new LinkedHashMap<>();
  private final List<Reflector> reflectors = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * Creates a feed without followers.
   *
   * @param name the prefix of the names of its threads, after {@code listwatch-}
   * @param sources returns the lister and watcher of a resource in storage
   */
  public ResourceFeed(
      String name, Function<ResourceType, ListerWatcher> sources, Metrics metrics, Timers timers) {
    this.name = name;
    this.sources = sources;
    this.metrics = metrics;
    this.timers = timers;
    this.wait = metrics.distribution("policy_wait_seconds", Map.of());
  }

  /** Adds a resource. Must be called before {@link #start}. */
  public void follow(ResourceType type, FollowerStore store) {
    stores.put(type, store);
    Reflector reflector =
        Reflector.builder(sources.apply(type), store)
            .policy(ReflectorPolicy.SERVER)
            .type(type)
            .name(name.substring(PREFIX.length()) + "-" + type.plural())
            .timers(timers)
            .metrics(metrics)
            .build();
    reflectors.add(reflector);
    Thread thread = new Thread(reflector, name + "-" + type.plural());
    thread.setDaemon(true);
    threads.add(thread);
  }

  /** Starts the feed. Must be called once. */
  public void start() {
    threads.forEach(Thread::start);
  }

  /** True once all resources have been listed. */
  public boolean loaded() {
    return stores.values().stream().allMatch(FollowerStore::loaded);
  }

  /** Returns a stage that completes when all resources have been listed. */
  public CompletionStage<Void> whenLoaded() {
    return CompletableFuture.allOf(
        stores.values().stream()
            .map(store -> store.reached(ResourceVersion.of(1)))
            .toArray(CompletableFuture<?>[]::new));
  }

  /** True if this feed follows the resource. */
  public boolean follows(ResourceType type) {
    return stores.containsKey(type);
  }

  /**
   * Completes when the follower has reached a version, or after 5 s: a write that is stored must
   * not fail.
   *
   * @param type one that this feed follows
   */
  public CompletionStage<Void> applied(ResourceType type, ResourceVersion version) {
    FollowerStore store = stores.get(type);
    if (store == null) {
      throw new IllegalArgumentException("type: %s (expected: a followed one)".formatted(type));
    }
    long since = timers.nanoTime();
    CompletableFuture<Void> stage = store.reached(version);
    if (stage.isDone()) {
      return stage;
    }
    Timer timeout = timers.schedule(MAX_WAIT, () -> stage.complete(null));
    return stage.whenComplete(
        (done, failure) -> {
          timeout.cancel();
          store.forget(stage);
          wait.recordNanos(timers.nanoTime() - since);
        });
  }

  @Override
  public void close() {
    reflectors.forEach(Reflector::close);
  }
}
