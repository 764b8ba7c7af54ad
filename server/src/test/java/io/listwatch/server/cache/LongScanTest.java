package io.listwatch.server.cache;

import static io.listwatch.server.resource.Things.join;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.resource.ResourceFilter;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.WatchReader;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import io.listwatch.store.SortedTable;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Scans of many objects of which the filter passes few. */
final class LongScanTest {
  private static final int OBJECTS = 2 * SnapshotCursor.MAX_FILTERED + 1;
  private static final ListOptions LAST_OBJECT = where("last=true");

  private final Queue<Runnable> workers = new ArrayDeque<>();

  @Test
  void listLeavesTheScanToWorkers() {
    ResourcePage page = join(page(LAST_OBJECT));

    CompletionStage<List<Resource>> batch = page.next();

    assertThat(batch.toCompletableFuture()).isNotDone();
    workers.remove().run();
    assertThat(join(batch)).hasSize(1);
    assertThat(join(page.next())).isEmpty();
  }

  @Test
  void pageLeavesTheSearchForItsEndToWorkers() {
    CompletionStage<ResourcePage> page = page(LAST_OBJECT.limitedTo(1));

    assertThat(page.toCompletableFuture()).isNotDone();
    workers.remove().run();
    assertThat(join(page).continueToken()).isEmpty();
  }

  @Test
  void listWithoutSelectorNeedsNoWorker() {
    ResourcePage page = join(page(ListOptions.ALL));

    int found = 0;
    for (List<Resource> batch = join(page.next()); !batch.isEmpty(); batch = join(page.next())) {
      found += batch.size();
    }

    assertThat(found).isEqualTo(OBJECTS);
  }

  @Test
  void watchLetsOtherTasksOfItsLoopRunBetweenInitialEvents() {
    try (var cache = new CacheFixture()) {
      for (int i = 0; i < OBJECTS - 1; i++) {
        cache.write("a" + i, "red");
      }
      cache.write("z", "blue");
      cache.settle();

      try (WatchReader watch =
          cache.watch(VersionMatch.any(), InitialEvents.MARKED, "spec.colour=blue")) {
        assertThat(watch.poll()).isEmpty();
        assertThat(watch.next(1).get(0)).startsWith("ADDED default/z");
        assertThat(watch.next(1).get(0)).startsWith("END");
      }
    }
  }

  private static ListOptions where(String labels) {
    return ListOptions.ALL.where(LabelSelector.parse(labels));
  }

  private CompletionStage<ResourcePage> page(ListOptions options) {
    var objects = new TreeMap<ResourceKey, Resource>();
    for (int i = 0; i < OBJECTS; i++) {
      Resource object = object(i);
      objects.put(object.key(), object);
    }
    var state =
        CacheState.of(
            SortedTable.copyOf(objects),
            Set.of(),
            FieldIndexes.of(new FieldDemand(List.of())),
            OBJECTS,
            WindowEntry.beginning(0, OBJECTS, 0));
    ResourceFilter filter = ResourceFilter.of(ResourceScope.ALL, options);
    return SnapshotPage.of(state, filter, null, options.limit(), workers::add);
  }

  private static Resource object(int number) {
    return Resource.parse(
        """
        {"metadata":{"name":"a%05d","namespace":"default","labels":{"last":"%s"}}}\
        """
            .formatted(number, number == OBJECTS - 1)
            .getBytes(UTF_8));
  }
}
