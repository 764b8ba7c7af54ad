package io.listwatch.reflector;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A watch that is opened while another is still read, so that changing from one to the other takes
 * no time.
 *
 * <p>Threads: its own opens the watch and ends; the reader of the other asks for it; any thread may
 * close, which ends the opening and what was opened.
 */
final class Successor implements Runnable, AutoCloseable {
  private final SourceCalls calls;
  private final SourceCalls.Call<Watch> opening;
  private final long start;
  private final Duration timeout;
  private final Runnable whenDone;
  private final Thread thread;
  private final CompletableFuture<Watch> watch = new CompletableFuture<>();

  /**
   * @param start when it was asked for, by the monotonic clock
   * @param timeout how long it was asked to last
   * @param whenDone called on the successor's thread when there is something to take, be it a
   *     failure
   */
  Successor(
      String name,
      SourceCalls calls,
      SourceCalls.Call<Watch> opening,
      long start,
      Duration timeout,
      Runnable whenDone) {
    this.calls = calls;
    this.opening = opening;
    this.start = start;
    this.timeout = timeout;
    this.whenDone = whenDone;
    this.thread = new Thread(this, "listwatch-successor-" + name);
    thread.setDaemon(true);
  }

  /** Starts its thread. */
  void begin() {
    thread.start();
  }

  /** What its thread does. */
  @Override
  public void run() {
    try {
      watch.complete(calls.make(opening));
    } catch (Throwable failure) {
      watch.completeExceptionally(failure);
    }
    whenDone.run();
  }

  long start() {
    return start;
  }

  Duration timeout() {
    return timeout;
  }

  boolean isOpen() {
    return watch.isDone() && !watch.isCompletedExceptionally();
  }

  boolean hasFailed() {
    return watch.isCompletedExceptionally();
  }

  /** Waits until it is open, and answers it, which is then the caller's; or fails as that did. */
  Watch take() throws InterruptedException {
    try {
      return watch.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }
  }

  @Override
  public void close() {
    calls.interrupt(thread);
    var unused = watch.thenAccept(Watch::close);
  }
}
