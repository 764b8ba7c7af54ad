package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.MemoryStorage;
import io.listwatch.time.ManualTimers;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

final class StorageProbeTest {
  private final ManualTimers timers = new ManualTimers();
  private final MemoryStorage storage = MemoryStorage.open(new StorageTime(timers));
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final StorageProbe probe = new StorageProbe(storage, waiting::add, timers);

  private void round() {
    timers.advance(StorageProbe.PERIOD);
    waiting.remove().run();
  }

  @Test
  void respondingStoragePasses() {
    for (int i = 0; i < 20; i++) {
      round();
    }

    assertThat(probe.responds()).isTrue();
  }

  @Test
  void hangingStorageFailsAfterTimeoutAndIsNotProbedAgain() {
    timers.advance(StorageProbe.TIMEOUT);
    assertThat(probe.responds()).isTrue();
    timers.advance(StorageProbe.PERIOD);

    assertThat(probe.responds()).isFalse();
    assertThat(waiting).hasSize(1);

    waiting.remove().run();
    assertThat(probe.responds()).as("once it has answered").isTrue();
  }

  @Test
  void failingStorageFailsAfterTimeout() {
    storage.close();
    for (int i = 0; i < 6; i++) {
      round();
    }

    assertThat(probe.responds()).isFalse();
  }

  @Test
  void probesNothingOnceClosed() {
    probe.close();

    timers.advance(StorageProbe.TIMEOUT);

    assertThat(waiting).isEmpty();
  }
}
