package io.listwatch.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Waits until the program is asked to end. Whoever asks twice does not want to wait for it. */
final class EndOfProgram {
  /** As a shell says of a program that a signal ended. */
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
