package io.listwatch.storage.etcd;

import static io.listwatch.storage.Waiting.await;

import io.listwatch.storage.BlockingWatch;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.StorageUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Advances a clock step by step until an event occurs. */
final class PatientClock {
  private static final Duration STEPS = Duration.ofMillis(5);

  private PatientClock() {}

  /** Returns the next changes. Advances the clock while it waits. */
  static ChangeSet next(BlockingWatch watch, ManualStorageClock clock, Duration step) {
    var next = CompletableFuture.supplyAsync(() -> Patience.next(watch));
    await()
        .pollInterval(STEPS)
        .until(
            () -> {
              clock.advance(step);
              return next.isDone();
            });
    return next.join();
  }

  /** Returns the failure of the watch. Advances the clock while it waits. */
  static StorageUnavailableException failureOf(
      BlockingWatch watch, ManualStorageClock clock, Duration step) {
    var failed =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                Patience.next(watch);
                throw new AssertionError("the watch goes on");
              } catch (StorageUnavailableException e) {
                return e;
              }
            });
    await()
        .pollInterval(STEPS)
        .until(
            () -> {
              clock.advance(step);
              return failed.isDone();
            });
    try {
      return failed.join();
    } catch (CompletionException e) {
      throw new AssertionError(e);
    }
  }
}
