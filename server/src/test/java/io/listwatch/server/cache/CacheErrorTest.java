package io.listwatch.server.cache;

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
import org.junit.jupiter.api.Timeout;

/** An error ends the thread that fills a cache. Reads once got its last state for ever. */
@Timeout(120)
final class CacheErrorTest {
  private final CountedMetrics metrics = new CountedMetrics();
  private final CacheFixture fixture = new CacheFixture(WindowLimits.DEFAULT, metrics);

  @BeforeEach
  void fill() {
    fixture.write("a", "red");
    fixture.settle();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void killCache() {
    await().until(() -> fixture.storage.openWatches() > 0);
    fixture.storage.killWatches();
    await().until(() -> !fixture.memory.uncached().isEmpty());
  }

  @Test
  void storageServesTheResource() {
    killCache();
    fixture.write("b", "green");

    assertThat(fixture.memory.uncached()).containsExactly(Things.TYPE.toString());
    assertThat(metrics.count("watch_cache_evictions_total")).isOne();
    assertThat(fixture.list(VersionMatch.mostRecent())).containsExactly("a red", "b green");
    assertThat(fixture.list(VersionMatch.any())).containsExactly("a red", "b green");
  }

  @Test
  void watchesEnd() {
    try (WatchReader watch = fixture.watch(VersionMatch.any(), InitialEvents.PLAIN, "")) {
      assertThat(watch.next(1)).hasSize(1);

      killCache();

      watch.awaitEnd();
    }
  }

  @Test
  void newCacheServesLater() {
    killCache();
    fixture.write("b", "green");

    await()
        .until(
            () -> {
              fixture.timers.advance(Duration.ofSeconds(10));
              return fixture.memory.uncached().isEmpty();
            });

    assertThat(metrics.count("apiserver_watch_cache_initializations_total")).isEqualTo(2);
    assertThat(fixture.list(VersionMatch.any())).containsExactly("a red", "b green");
  }
}
