package io.listwatch.server.cache;

import static io.listwatch.server.resource.Things.join;
import static io.listwatch.server.resource.Things.store;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.VersionMatch;
import io.listwatch.server.resource.Things;
import io.listwatch.server.resource.WatchReader;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ConsistencyCheckTest {
  private static final Duration A_CHECK = ConsistencyCheck.INTERVAL.plusMinutes(1);

  private final CountedMetrics metrics = new CountedMetrics();
  private final CacheFixture fixture = new CacheFixture(WindowLimits.DEFAULT, metrics);

  @BeforeEach
  void fill() {
    fixture.write("a", "red");
    fixture.write("b", "green");
    fixture.settle();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Checks once, after the cache has all writes. */
  private void check() {
    long before = metrics.count("apiserver_storage_consistency_checks_total");
    fixture.timers.advance(A_CHECK);
    await().until(() -> metrics.count("apiserver_storage_consistency_checks_total") == before + 1);
  }

  private long fillings() {
    return metrics.count("apiserver_watch_cache_initializations_total");
  }

  /** The reflector backs off before it lists again. */
  private void awaitRefill() {
    await()
        .until(
            () -> {
              fixture.timers.advance(Duration.ofSeconds(1));
              return fillings() == 2;
            });
  }

  @Test
  void cacheThatEqualsStorageStays() {
    fixture.write("b", "blue");
    fixture.delete("a");
    fixture.settle();

    check();
    check();

    assertThat(fillings()).isOne();
  }

  @Test
  void cacheThatMissedAChangeIsFilledAgain() {
    fixture.storage.loseChanges(true);
    fixture.write("c", "blue");
    fixture.settle();
    fixture.storage.loseChanges(false);
    assertThat(fixture.list(VersionMatch.any())).containsExactly("a red", "b green");

    check();

    awaitRefill();
    assertThat(fixture.list(VersionMatch.any())).containsExactly("a red", "b green", "c blue");
  }

  @Test
  void cacheWithADeletedObjectIsFilledAgain() {
    fixture.storage.loseChanges(true);
    fixture.delete("a");
    fixture.settle();
    fixture.storage.loseChanges(false);

    check();

    awaitRefill();
    assertThat(fixture.list(VersionMatch.any())).containsExactly("b green");
  }

  /** One unreadable object once turned the comparison off. */
  @Test
  void cacheWithUnreadableObjectIsCompared() {
    store(fixture.storage, "damaged", "{");
    fixture.settle();
    fixture.storage.loseChanges(true);
    fixture.write("c", "blue");
    fixture.settle();
    fixture.storage.loseChanges(false);

    check();

    awaitRefill();
    assertThat(fixture.list(VersionMatch.any())).containsExactly("a red", "b green", "c blue");
  }

  @Test
  void unreadableObjectsAreNoDifference() {
    store(fixture.storage, "damaged", "{");
    store(fixture.storage, "a", "{");
    fixture.settle();

    check();
    check();

    assertThat(fillings()).isOne();
  }

  @Test
  void cacheWithADeletedUnreadableObjectIsFilledAgain() {
    store(fixture.storage, "damaged", "{");
    fixture.settle();
    fixture.storage.loseChanges(true);
    join(fixture.storage.delete(Things.codec().keys().key(Things.key("damaged"))));
    fixture.settle();
    fixture.storage.loseChanges(false);

    check();

    awaitRefill();
  }

  @Test
  void cacheWithTooManyUnreadableObjectsIsNotCompared() {
    for (int i = 0; i <= ConsistencyCheck.MAX_UNREADABLE; i++) {
      store(fixture.storage, "damaged-" + i, "{");
    }
    fixture.settle();
    int before = fixture.storage.gets();

    check();

    assertThat(fixture.storage.gets()).isEqualTo(before);
  }

  @Test
  void watchesOfACacheThatMissedAChangeEnd() {
    try (WatchReader watch = fixture.watch(VersionMatch.any(), InitialEvents.PLAIN, "")) {
      assertThat(watch.next(2)).hasSize(2);
      assertThat(watch.poll()).isEmpty();
      fixture.storage.loseChanges(true);
      fixture.write("a", "blue");
      fixture.settle();
      fixture.storage.loseChanges(false);

      check();

      awaitRefill();
      watch.awaitEnd();
    }
  }

  @Test
  void closedCacheIsNotChecked() {
    fixture.resources.close();

    fixture.timers.advance(A_CHECK);

    assertThat(metrics.count("apiserver_storage_consistency_checks_total")).isZero();
  }
}
