package io.listwatch.controller;

import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards calls to a {@link LeaderListener} on a separate thread, in order, so that a slow
 * listener cannot keep the elector from renewing.
 *
 * <p>Threads: the elector's thread calls the methods; the listener is called on a separate thread.
 * The queue holds at most one term's calls, because the candidate does not compete before the last
 * stop has returned.
 */
final class LeaderCalls implements LeaderListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LeaderElector.class);

  private final LeaderListener listener;
  private final Timers timers;
  private final ExecutorService thread;
  private Future<?> start = CompletableFuture.completedFuture(null);
  private CompletableFuture<Void> stop = CompletableFuture.completedFuture(null);

  /**
   * True if the listener's last start has not been followed by a stop. Confined to the listener's
   * thread.
   */
  private boolean leading;

  LeaderCalls(String name, LeaderListener listener, Timers timers) {
    this.listener = listener;
    this.timers = timers;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              var made = new Thread(task, "listwatch-leader-" + name);
              made.setDaemon(true);
              return made;
            });
  }

  @Override
  public void onStartedLeading(Leadership term) {
    start =
        thread.submit(
            () -> {
              leading = true;
              guarded(() -> listener.onStartedLeading(term));
            });
  }

  /**
   * If the start is still queued, it is dropped and the listener gets neither the start nor this
   * stop.
   */
  @Override
  public void onStoppedLeading() {
    start.cancel(true);
    stop =
        CompletableFuture.runAsync(
            () -> {
              if (leading) {
                leading = false;
                guarded(listener::onStoppedLeading);
              }
            },
            thread);
  }

  @Override
  public void onNewLeader(String identity) {
    thread.execute(() -> guarded(() -> listener.onNewLeader(identity)));
  }

  private static void guarded(Runnable call) {
    try {
      call.run();
    } catch (Throwable failure) {
      log.error("A leader listener failed", failure);
    }
  }

  /** True if the listener has not yet ended the last term. */
  boolean stopping() {
    return !stop.isDone();
  }

  /** Waits until the listener has ended the last term. Returns true if it did in time. */
  boolean awaitStopped(Duration atMost) throws InterruptedException {
    var pause = new Pause(timers);
    var unused = stop.whenComplete((nothing, failure) -> pause.close());
    return !pause.sleep(atMost);
  }

  /** Accepts no more calls. Queued calls are still made, and then the thread ends. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
