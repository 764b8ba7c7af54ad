package io.listwatch.server.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.resource.DirectResourceStorage;
import io.listwatch.server.resource.ResourceFilter;
import io.listwatch.server.resource.ResourcePage;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.Things;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.store.SortedTable;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A list served from an index equals the list of a full search. */
final class FieldIndexesTest {
  private static final List<String> SELECTORS =
      List.of(
          "spec.colour=c1",
          "spec.colour=c2,metadata.name!=thing-5",
          "spec.colour=",
          "spec.colour=nobody",
          "spec.colour!=c1",
          "metadata.name=thing-7",
          "metadata.name=thing-7,spec.colour=c1",
          "metadata.namespace=ns-1",
          "metadata.namespace=ns-1,spec.colour=c3",
          "metadata.namespace=nowhere");

  private final FieldDemand demand = new FieldDemand(List.of(Things.COLOUR));
  private final MemoryStorage storage = MemoryStorage.open(new ManualStorageClock());
  private final ResourceStorage things =
      new DirectResourceStorage(storage, Things.codec(), Runnable::run, Metrics.none());

  @AfterEach
  void close() {
    storage.close();
  }

  private Resource thing(String name, String colour) {
    return Things.join(things.write(Things.key(name), Things.put(Things.thing(name, colour))));
  }

  private static CacheState state(
      SortedTable<ResourceKey, Resource> objects, FieldIndexes indexes) {
    return CacheState.of(objects, Set.of(), indexes, 9, WindowEntry.beginning(0, 9, 0));
  }

  private static ResourceFilter filter(ResourceScope scope, String fields) {
    return new ResourceFilter(scope, LabelSelector.everything(), FieldSelector.parse(fields));
  }

  private static String page(
      CacheState state, ResourceFilter filter, @Nullable ResourceKey start, int limit) {
    ResourcePage page = Things.join(SnapshotPage.of(state, filter, start, limit, Runnable::run));
    return CacheFixture.contents(page) + " " + page.continueToken() + " " + page.remaining();
  }

  /** After random writes, the indexes equal newly built ones. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void indexedListsEqualUnindexedOnes(long seed) {
    var random = new Random(seed);
    demand.want(Things.COLOUR);
    demand.want("metadata.name");
    SortedTable<ResourceKey, Resource> objects = SortedTable.empty();
    FieldIndexes indexes = FieldIndexes.of(demand).over(objects);
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 60; i++) {
        String name = "ns-%d/thing-%d".formatted(random.nextInt(3), random.nextInt(200));
        Resource before = objects.get(Things.key(name));
        if (before != null && random.nextInt(5) == 0) {
          objects = objects.without(before.key());
          indexes = indexes.changed(before, null);
        } else {
          int colour = random.nextInt(20);
          Resource after = thing(name, colour == 0 ? "" : "c" + colour);
          objects = objects.with(after.key(), after);
          indexes = indexes.changed(before, after);
        }
      }
      CacheState indexed = state(objects, indexes);
      CacheState searched = state(objects, indexes.none());
      for (String fields : SELECTORS) {
        for (ResourceScope scope : List.of(ResourceScope.ALL, ResourceScope.namespace("ns-1"))) {
          ResourceKey start = random.nextBoolean() ? null : Things.key("ns-1/thing-4");
          int limit = random.nextInt(4);
          ResourceFilter filter = filter(scope, fields);
          assertThat(page(indexed, filter, start, limit))
              .as("%s in %s from %s", fields, scope, start)
              .isEqualTo(page(searched, filter, start, limit));
        }
      }
    }
  }

  private CacheState coloured(int count, FieldIndexes indexes) {
    Map<ResourceKey, Resource> objects = new HashMap<>();
    for (int i = 0; i < count; i++) {
      Resource thing = thing("thing-" + i, "c" + i / 5);
      objects.put(thing.key(), thing);
    }
    SortedTable<ResourceKey, Resource> table = SortedTable.copyOf(objects);
    return state(table, indexes.over(table));
  }

  private static int read(SnapshotCursor cursor) {
    int count = 0;
    while (cursor.next() != null) {
      count++;
    }
    return count;
  }

  @Test
  void indexedListChecksOnlyTheObjectsWithTheValue() {
    demand.want(Things.COLOUR);
    CacheState state = coloured(3_000, FieldIndexes.of(demand));
    ResourceFilter filter = filter(ResourceScope.ALL, "spec.colour=c599");

    var cursor = new SnapshotCursor(state, filter, null);
    assertThat(read(cursor)).isEqualTo(5);
    assertThat(cursor.paused()).isFalse();

    var search = new SnapshotCursor(state(state.objects(), state.indexes().none()), filter, null);
    assertThat(read(search)).isLessThan(5);
    assertThat(search.paused()).isTrue();
  }

  @Test
  void onlyDeclaredFieldsGetAnIndex() {
    CacheState state = coloured(300, FieldIndexes.of(demand));

    var unused = new SnapshotCursor(state, filter(ResourceScope.ALL, "spec.size=1"), null);
    unused = new SnapshotCursor(state, filter(ResourceScope.ALL, "spec.colour!=c1"), null);
    assertThat(demand.wanted()).isEmpty();

    unused = new SnapshotCursor(state, filter(ResourceScope.ALL, "spec.colour=c1"), null);
    assertThat(demand.wanted()).containsExactly(Things.COLOUR);
  }

  @Test
  void smallCollectionNeedsNoIndex() {
    CacheState state = coloured(50, FieldIndexes.of(demand));

    var unused = new SnapshotCursor(state, filter(ResourceScope.ALL, "spec.colour=c1"), null);

    assertThat(demand.wanted()).isEmpty();
  }

  /** The memory of an index counts like that of the objects. */
  @Test
  void cacheBuildsTheIndexThatAListNeeds() {
    var memory = new CacheMemory(Long.MAX_VALUE, new ManualTimers(), Runnable::run, Metrics.none());
    CacheResidency residency = memory.add(new SimulatedCache.NoOwner());
    var window =
        new EventWindow(new WindowLimits(100, 1, Duration.ofHours(1)), new ByteBudget(1 << 20));
    var cache =
        new WatchCache(
            window,
            demand,
            memory.open(residency),
            new ManualTimers(),
            () -> false,
            new SimulatedCache.NoListener());
    var items = new ArrayList<Resource>();
    for (int i = 0; i < 300; i++) {
      items.add(thing("thing-" + i, "c" + i));
    }
    cache.replace(items, Set.of(), ResourceVersion.of(500));
    long before = residency.bytes();

    demand.want(Things.COLOUR);
    cache.bookmark(ResourceVersion.of(501));

    assertThat(residency.bytes() - before).isEqualTo(300L * FieldIndexes.ENTRY_BYTES);
    cache.delete(items.get(0).withVersion(ResourceVersion.of(502)));
    cache.replace(List.of(), Set.of(), ResourceVersion.of(503));
    assertThat(residency.bytes()).isZero();
  }
}
