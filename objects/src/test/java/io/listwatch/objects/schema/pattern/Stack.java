package io.listwatch.objects.schema.pattern;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs a task in a thread with a stack of a given size. */
final class Stack {
  private Stack() {}

  /** Runs the task and returns the exception that it throws, or null. */
  static @Nullable Throwable failure(int kilobytes, Runnable task) throws InterruptedException {
    var failure = new AtomicReference<Throwable>();
    var thread = new Thread(null, task, "small-stack", kilobytes * 1024L);
    thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
    thread.start();
    thread.join();
    return failure.get();
  }
}
