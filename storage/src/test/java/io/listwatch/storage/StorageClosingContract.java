package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Contract of {@link Storage#close}. */
abstract class StorageClosingContract extends StorageFixture {
  private static final Key KEY = key("key");

  @Test
  void everyCallFailsAfterClose() {
    long revision = put("key", "one");

    storage.close();

    failure(storage.create(key("other"), value("two")), StorageClosedException.class);
    failure(storage.update(KEY, value("two"), revision), StorageClosedException.class);
    failure(storage.put(KEY, value("two")), StorageClosedException.class);
    failure(storage.delete(KEY, revision), StorageClosedException.class);
    failure(storage.delete(KEY), StorageClosedException.class);
    failure(() -> storage.get(KEY), StorageClosedException.class);
    failure(() -> storage.get(KEY, revision), StorageClosedException.class);
    failure(() -> storage.range(ALL, 1), StorageClosedException.class);
    failure(() -> storage.range(ALL, 1, revision), StorageClosedException.class);
    failure(() -> storage.count(ALL), StorageClosedException.class);
    failure(() -> storage.count(ALL, revision), StorageClosedException.class);
    failure(() -> storage.timeToLive(KEY), StorageClosedException.class);
    failure(storage.currentRevision(), StorageClosedException.class);
    failure(storage.keeps(revision), StorageClosedException.class);
    failure(storage.compact(revision), StorageClosedException.class);
    failure(storage.advanceTo(revision + 1), StorageClosedException.class);
  }

  @Test
  void watchOpenedAfterCloseFails() {
    long revision = put("key", "one");
    storage.close();

    var watch = watch(ALL, revision);

    failure(() -> next(watch), StorageClosedException.class);
    failure(() -> next(watch), StorageClosedException.class);
  }

  @Test
  void closeFailsABlockedReader() throws InterruptedException {
    var watch = watch(ALL, currentRevision());
    watch.wakeUp();
    assertThat(watch.next()).isNull();
    var waiting = new CountDownLatch(1);
    var reader =
        CompletableFuture.runAsync(
            () -> {
              waiting.countDown();
              next(watch);
            });
    waiting.await();

    storage.close();

    failure(reader, StorageClosedException.class);
  }

  @Test
  void closeSignalsAnIdleWatch() throws InterruptedException {
    var told = new CountDownLatch(1);
    var watch = storage.watch(ALL, currentRevision(), told::countDown);
    while (watch.poll() != null) {
      // skips unrequested progress
    }

    storage.close();

    assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
    failure(watch::poll, StorageClosedException.class);
    watch.close();
    assertThat(watch.poll()).isNull();
  }

  @Test
  void allStagesAreCompleteWhenCloseReturns() {
    var stages = new ArrayList<CompletionStage<Long>>();
    for (int i = 0; i < 100; i++) {
      stages.add(storage.put(key("key " + i), value("value")));
    }

    storage.close();

    assertThat(stages).allMatch(stage -> stage.toCompletableFuture().isDone());
  }

  @Test
  void secondCloseDoesNothing() {
    storage.close();
    storage.close();

    failure(() -> storage.get(KEY), StorageClosedException.class);
  }

  @Test
  void storagesAreIndependent() {
    Storage other = another();
    put("key", "one");

    assertThat(other.get(KEY)).isEmpty();
    storage.close();

    done(other.put(KEY, value("two")));
    assertThat(other.get(KEY).map(StorageFixture::text)).hasValue("two");
  }
}
