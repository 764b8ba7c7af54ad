package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.storage.CompactedException;
import io.listwatch.storage.Key;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Retention;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PeriodicCompactionTest {
  private static final Duration INTERVAL = Duration.ofMinutes(5);
  private static final Key KEY = Key.of("k");

  private final ManualTimers timers = new ManualTimers();
  private final MemoryStorage storage =
      MemoryStorage.open(new StorageTime(timers), Retention.everything());

  @Test
  void keepsRevisionForOneIntervalAndCompactsItAfterTwo() {
    long first = write();
    try (var compaction = new PeriodicCompaction(storage, INTERVAL, timers)) {
      long second = write();

      timers.advance(INTERVAL);
      assertThat(storage.get(KEY, first)).isPresent();

      long third = write();
      timers.advance(INTERVAL);
      assertThatExceptionOfType(CompactedException.class).isThrownBy(() -> storage.get(KEY, first));
      assertThat(storage.get(KEY, second)).isPresent();
      assertThat(storage.get(KEY, third)).isPresent();
      assertThat(compaction).isNotNull();
    }
  }

  @Test
  void compactsNothingOnceClosed() {
    long first = write();
    new PeriodicCompaction(storage, INTERVAL, timers).close();
    write();

    timers.advance(INTERVAL.multipliedBy(3));

    assertThat(storage.get(KEY, first)).isPresent();
  }

  private long write() {
    return storage.put(KEY, new byte[] {1}).toCompletableFuture().join();
  }
}
