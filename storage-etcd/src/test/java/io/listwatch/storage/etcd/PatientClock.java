package io.listwatch.storage.etcd;

import static io.listwatch.storage.Waiting.await;

import io.listwatch.storage.BlockingWatch;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.StorageUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Moves a clock until something has happened. */
final class PatientClock {
  private static final Duration STEPS = Duration.ofMillis(5);

  private PatientClock() {}

  /** The next changes, while the clock is moved step by step. */
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

  /** What the watch fails with while the clock is moved step by step. */
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
