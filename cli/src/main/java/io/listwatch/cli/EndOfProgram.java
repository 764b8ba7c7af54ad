package io.listwatch.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Waits for SIGINT or SIGTERM. A second signal ends the program immediately. */
final class EndOfProgram {
  /** The exit code that shells report for a program ended by SIGINT. */
  private static final int AT_ONCE = 130;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final AtomicBoolean askedBefore = new AtomicBoolean();

  EndOfProgram() {
    Signals.onEnd(this::ask);
  }

  private void ask() {
    if (askedBefore.getAndSet(true)) {
      Runtime.getRuntime().halt(AT_ONCE);
    }
    asked.countDown();
  }

  void await() {
    try {
      asked.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
