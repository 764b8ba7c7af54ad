package io.listwatch.server.auth.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ExpiringCacheTest {
  private final ManualTimers timers = new ManualTimers();
  private final ExpiringCache<String, Integer> cache = new ExpiringCache<>(2, timers);

  @Test
  void entriesExpire() {
    cache.put("short", 1, Duration.ofSeconds(1));
    cache.put("long", 2, Duration.ofSeconds(3));

    timers.advance(Duration.ofSeconds(1));

    assertThat(cache.get("short")).isNull();
    assertThat(cache.get("long")).isEqualTo(2);
  }

  @Test
  void evictsLeastRecentlyUsedEntryWhenFull() {
    cache.put("a", 1, Duration.ofSeconds(1));
    cache.put("b", 2, Duration.ofSeconds(1));
    assertThat(cache.get("a")).isEqualTo(1);

    cache.put("c", 3, Duration.ofSeconds(1));

    assertThat(cache.get("b")).isNull();
    assertThat(cache.get("a")).isEqualTo(1);
    assertThat(cache.get("c")).isEqualTo(3);
  }

  @Test
  void cachesNothingForZeroDuration() {
    cache.put("a", 1, Duration.ZERO);

    assertThat(cache.get("a")).isNull();
  }
}
