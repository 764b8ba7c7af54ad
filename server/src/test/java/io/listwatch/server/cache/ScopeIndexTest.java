package io.listwatch.server.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.resource.DirectResourceStorage;
import io.listwatch.server.resource.ResourceChange;
import io.listwatch.server.resource.ResourceScope;
import io.listwatch.server.resource.ResourceStorage;
import io.listwatch.server.resource.Things;
import io.listwatch.server.resource.WatchRequest;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The number of subscriptions to which a change is offered. */
final class ScopeIndexTest {
  private final ScopeIndex index = new ScopeIndex();
  private final SimulatedCache cache = new SimulatedCache(new Random(1), 10);
  private final MemoryStorage storage = MemoryStorage.open(new ManualStorageClock());
  private final ResourceStorage things =
      new DirectResourceStorage(storage, Things.codec(), Runnable::run, Metrics.none());

  @AfterEach
  void close() {
    cache.close();
    storage.close();
  }

  private WatchSubscription watch(ResourceScope scope, String fields) {
    var request =
        new WatchRequest(
            scope,
            LabelSelector.everything(),
            FieldSelector.parse(fields),
            VersionMatch.exactly(ResourceVersion.of(1)),
            InitialEvents.NONE,
            false);
    var subscription = new WatchSubscription(request, cache, Runnable::run, () -> {});
    index.add(subscription);
    return subscription;
  }

  private Resource thing(String name, String colour) {
    return Things.join(things.write(Things.key(name), Things.put(Things.thing(name, colour))));
  }

  private int offered(@Nullable Resource before, @Nullable Resource after) {
    WindowEntry start = WindowEntry.beginning(0, 1, 0);
    return index.offer(start, start.followedBy(new ResourceChange(2, before, after), 0));
  }

  @Test
  void changeIsOfferedOnlyToWatchesOfItsValue() {
    for (int i = 0; i < 5_000; i++) {
      watch(ResourceScope.ALL, "spec.colour=colour-" + i);
    }

    assertThat(offered(null, thing("a", "colour-7"))).isEqualTo(1);
    assertThat(offered(thing("a", "colour-7"), thing("a", "colour-7"))).isEqualTo(1);
    assertThat(offered(thing("a", "colour-7"), null)).isEqualTo(1);
    assertThat(offered(null, thing("a", "another"))).isZero();
  }

  @Test
  void changedValueIsOfferedToWatchesOfTheOldAndTheNewOne() {
    watch(ResourceScope.ALL, "spec.colour=red");
    watch(ResourceScope.ALL, "spec.colour=blue");
    watch(ResourceScope.ALL, "spec.colour=green");

    assertThat(offered(thing("a", "red"), thing("a", "blue"))).isEqualTo(2);
  }

  @Test
  void absentFieldIsTheEmptyValue() {
    watch(ResourceScope.ALL, "spec.colour=");

    assertThat(offered(null, thing("a", ""))).isEqualTo(1);
    assertThat(offered(null, thing("a", "red"))).isZero();
  }

  @Test
  void changeIsOfferedOnlyToWatchesOfItsNamespaceAndName() {
    watch(ResourceScope.namespace("default"), "spec.colour=red");
    watch(ResourceScope.namespace("other"), "spec.colour=red");
    watch(ResourceScope.namespace("default").named("a"), "metadata.name=a");
    watch(ResourceScope.ALL, "metadata.namespace=default");
    watch(ResourceScope.ALL, "metadata.namespace=other");
    watch(ResourceScope.ALL, "spec.colour!=red");

    assertThat(offered(null, thing("a", "red"))).isEqualTo(4);
    assertThat(offered(null, thing("other/b", "red"))).isEqualTo(3);
  }

  @Test
  void watchWithSeveralRequiredValuesIsIndexedByTheRarest() {
    for (int i = 0; i < 100; i++) {
      watch(ResourceScope.ALL, "metadata.namespace=default,spec.colour=colour-" + i);
    }

    assertThat(offered(null, thing("a", "colour-3"))).isLessThanOrEqualTo(2);
  }

  @Test
  void removedWatchesLeaveAnEmptyIndex() {
    var watches = new ArrayList<WatchSubscription>();
    for (String fields : List.of("", "spec.colour=red", "spec.colour=red", "metadata.name=a")) {
      watches.add(watch(ResourceScope.ALL, fields));
    }
    watches.forEach(index::remove);

    assertThat(index.isEmpty()).isTrue();
    assertThat(offered(null, thing("a", "red"))).isZero();
    index.forEach(
        left -> {
          throw new AssertionError(left);
        });
  }
}
