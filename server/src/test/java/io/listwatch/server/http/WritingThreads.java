package io.listwatch.server.http;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.SelectableFields;
import io.listwatch.model.VersionMatch;
import io.listwatch.server.registry.builtin.BuiltInResources;
import io.listwatch.server.resource.DirectResourceStorage;
import io.listwatch.server.resource.ReadDefaults;
import io.listwatch.server.resource.ResourceCodec;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Things;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/**
 * A storage of ConfigMaps in memory that records the names of the threads that prepare its writes:
 * of those that start a write, and of those that run its transition, which patches and validates.
 */
final class WritingThreads implements ResourceStorage {
  private final Storage memory = MemoryStorage.open(new ManualStorageClock());
  private final ResourceStorage storage =
      new DirectResourceStorage(memory, codec(), ForkJoinPool.commonPool(), Metrics.none());
  private final List<String> names = new CopyOnWriteArrayList<>();

  private static ResourceCodec codec() {
    var type =
        BuiltInResources.load().stream()
            .filter(each -> each.type().plural().equals("configmaps"))
            .findFirst()
            .orElseThrow()
            .stored();
    return new ResourceCodec(
        type, Things.SORTED, SelectableFields.of(List.of()), ReadDefaults.NONE);
  }

  List<String> names() {
    return names;
  }

  private void note() {
    names.add(Thread.currentThread().getName());
  }

  @Override
  public CompletionStage<Resource> write(ResourceKey key, Transition transition) {
    note();
    return storage.write(
        key,
        current -> {
          note();
          return transition.next(current);
        });
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
  public void close() {
    storage.close();
    memory.close();
  }
}
