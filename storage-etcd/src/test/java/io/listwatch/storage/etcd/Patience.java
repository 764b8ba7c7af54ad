package io.listwatch.storage.etcd;

import io.listwatch.storage.BlockingWatch;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.Key;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Timeouts for tests on a slow machine, and short methods to use a storage. */
final class Patience {
  /** The timeout of calls to an etcd that always responds eventually, even on a slow disk. */
  static final Duration OF_A_CALL = Duration.ofSeconds(30);

  private static final int SECONDS = 40;

  private Patience() {}

  static Key key(String text) {
    return Key.of(text);
  }

  static byte[] value(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the next changes, skipping progress. */
  static ChangeSet next(BlockingWatch watch) {
    var patience = new CompletableFuture<Void>().completeOnTimeout(null, SECONDS, TimeUnit.SECONDS);
    var wakeUp = patience.thenRun(watch::wakeUp);
    try {
      ChangeSet next = watch.next();
      while (next != null && next.isProgress()) {
        next = watch.next();
      }
      if (next == null) {
        throw new AssertionError("the watch delivered nothing in time");
      }
      return next;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      wakeUp.cancel(false);
      patience.cancel(false);
    }
  }
}
