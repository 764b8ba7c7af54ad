package io.listwatch.reflector;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A watch that is opened while another is still read, so that there is no gap between the two.
 *
 * <p>Threads: its own thread opens the watch and ends; the reader of the other watch takes it; any
 * thread may close, which interrupts the opening and closes the watch.
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
   * Creates a successor, not yet started.
   *
   * @param start time of the request, by the monotonic clock
   * @param timeout timeout in the request
   * @param whenDone called on the successor's thread when the watch is open or has failed
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

  void begin() {
    thread.start();
  }

  /** Opens the watch on the successor's thread. */
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

  /**
   * Blocks until the watch is open and returns it; the caller then owns it. Throws if it could not
   * be opened.
   */
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
