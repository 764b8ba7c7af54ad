package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.ForwardingStorage;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.StorageException;
import io.listwatch.time.ManualTimers;
import java.util.ArrayDeque;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class StorageProbeTest {
  private final ManualTimers timers = new ManualTimers();
  private final MemoryStorage storage = MemoryStorage.open(new StorageTime(timers));
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final AtomicReference<@Nullable RuntimeException> bug = new AtomicReference<>();
  private final AtomicReference<@Nullable StorageException> writeFailure = new AtomicReference<>();
  private final StorageProbe probe = new StorageProbe(new BuggyStorage(), waiting::add, timers);

  private int deletes;

  private final class BuggyStorage extends ForwardingStorage {
    private BuggyStorage() {
      super(storage);
    }

    @Override
    public RangePage range(KeyRange range, int limit) {
      RuntimeException thrown = bug.get();
      if (thrown != null) {
        throw thrown;
      }
      return super.range(range, limit);
    }

    @Override
    public CompletionStage<OptionalLong> delete(Key key) {
      deletes++;
      StorageException failure = writeFailure.get();
      return failure == null ? super.delete(key) : CompletableFuture.failedStage(failure);
    }
  }

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
  void recoversFromUnexpectedException() {
    bug.set(new IllegalStateException("a bug"));
    for (int i = 0; i < 6; i++) {
      round();
    }
    assertThat(probe.responds()).isFalse();

    bug.set(null);
    round();

    assertThat(probe.responds()).isTrue();
  }

  @Test
  void storageThatOnlyReadsFails() {
    writeFailure.set(new StorageException("the database is damaged"));
    for (int i = 0; i < 6; i++) {
      round();
    }

    assertThat(probe.responds()).isFalse();
  }

  @Test
  void doesNotWriteIfOtherWritesSucceed() {
    round();
    deletes = 0;
    for (int i = 0; i < 5; i++) {
      storage.put(Key.of("a"), new byte[] {1}).toCompletableFuture().join();
      round();
    }
    assertThat(deletes).isZero();
    assertThat(probe.responds()).isTrue();

    round();

    assertThat(deletes).as("when nobody else writes").isEqualTo(1);
  }

  @Test
  void probesNothingOnceClosed() {
    probe.close();

    timers.advance(StorageProbe.TIMEOUT);

    assertThat(waiting).isEmpty();
  }
}
