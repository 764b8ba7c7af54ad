package io.listwatch.server.registry;

import static io.listwatch.server.registry.Definitions.custom;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ListOptions;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.VersionMatch;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.ResourceWatch;
import io.listwatch.server.resource.Transition;
import io.listwatch.server.resource.WatchRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class ResourceStoragesTest {
  private static final ResourceType V1 =
      ResourceType.namespaced("example.com/v1", "Widget", "widgets");
  private static final ResourceType V2 =
      ResourceType.namespaced("example.com/v2", "Widget", "widgets");

  private final ResourceDefinition v1 = custom(V1, V1);
  private final ResourceDefinition v2 = custom(V2, V1);
  private final ResourceRegistry registry = new ResourceRegistry(List.of());
  private final List<ResourceDefinition> made = new ArrayList<>();
  private final ResourceStorages storages =
      new ResourceStorages(
          registry,
          definition -> {
            made.add(definition);
            return new ClosableStorage();
          });

  ResourceStoragesTest() {
    registry.define("widgets.example.com", List.of(v1, v2));
  }

  @Test
  void createsStorageOnce() {
    assertThat(storages.apply(v1)).isSameAs(storages.apply(v1));
    assertThat(made).hasSize(1);
  }

  @Test
  void versionsWithSameStoredTypeShareStorage() {
    assertThat(storages.apply(v2)).isSameAs(storages.apply(v1));
    assertThat(made).containsExactly(v1);
  }

  @Test
  void closesStorageOfRemovedResource() {
    var storage = (ClosableStorage) storages.apply(v1);

    registry.define("widgets.example.com", List.of());

    assertThat(storage.closed).isTrue();
    assertThatThrownBy(() -> storages.apply(v1)).isInstanceOf(NotFoundException.class);
  }

  @Test
  void changedDefinitionGetsNewStorage() {
    var old = (ClosableStorage) storages.apply(v1);
    ResourceDefinition changed =
        custom(ResourceType.cluster("example.com/v1", "Widget", "widgets"), V1);

    registry.define("widgets.example.com", List.of(changed));

    assertThat(old.closed).isTrue();
    assertThat(storages.apply(changed)).isNotSameAs(old);
  }

  @Test
  void keepsStorageIfOnlyVerbsChange() {
    var storage = (ClosableStorage) storages.apply(v1);

    registry.define("widgets.example.com", List.of(v1.withVerbs(List.of(Verb.GET)), v2));

    assertThat(storage.closed).isFalse();
    assertThat(storages.apply(v2)).isSameAs(storage);
  }

  @Test
  void retriesAfterFailure() {
    var failing =
        new ResourceStorages(
            registry,
            definition -> {
              made.add(definition);
              throw new IllegalStateException("no room");
            });

    assertThatThrownBy(() -> failing.apply(v1)).hasMessage("no room");
    assertThatThrownBy(() -> failing.apply(v1)).hasMessage("no room");
    assertThat(made).hasSize(2);
  }

  @Test
  void closeClosesStoragesAndRejectsLaterLookups() {
    var storage = (ClosableStorage) storages.apply(v1);

    storages.close();

    assertThat(storage.closed).isTrue();
    assertThatThrownBy(() -> storages.apply(v1)).isInstanceOf(NotFoundException.class);
  }

  @Test
  void concurrentCallersGetSameStorage() throws Exception {
    var start = new CyclicBarrier(4);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      var answers = new ArrayList<Future<ResourceStorage>>();
      for (int i = 0; i < 4; i++) {
        answers.add(
            threads.submit(
                () -> {
                  start.await();
                  return storages.apply(v1);
                }));
      }

      for (Future<ResourceStorage> answer : answers) {
        assertThat(answer.get()).isSameAs(answers.get(0).get());
      }
      assertThat(made).hasSize(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void closesStorageThatIsCreatedWhileItsResourceIsRemoved() throws Exception {
    var making = new CountDownLatch(1);
    var ended = new CountDownLatch(1);
    var storage = new ClosableStorage();
    var slow =
        new ResourceStorages(
            registry,
            definition -> {
              making.countDown();
              awaitUnchecked(ended);
              return storage;
            });
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<ResourceStorage> asked = threads.submit(() -> slow.apply(v1));
      making.await();
      Future<?> ending = threads.submit(() -> registry.define("widgets.example.com", List.of()));
      ended.countDown();
      ending.get();

      assertThat(asked.get()).isSameAs(storage);
      assertThat(storage.closed).isTrue();
    } finally {
      threads.shutdownNow();
    }
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** Records only whether it is closed. */
  private static final class ClosableStorage implements ResourceStorage {
    private volatile boolean closed;

    @Override
    public CompletionStage<Optional<Resource>> get(ResourceKey key, VersionMatch match) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<ResourcePage> list(ResourceScope scope, ListOptions options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ResourceWatch watch(WatchRequest request, Executor loop, Runnable onReadable) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Resource> write(ResourceKey key, Transition transition) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
