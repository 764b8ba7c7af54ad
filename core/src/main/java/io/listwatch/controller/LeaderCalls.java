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
 * Passes calls on to a {@link LeaderListener} on a thread of its own, in order, so that what it
 * does cannot keep the elector from renewing.
 *
 * <p>Threads: called by the elector's thread; calls the listener on its own. What waits is at most
 * one term's calls, because nobody competes before the last stop has returned.
 */
final class LeaderCalls implements LeaderListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LeaderElector.class);

  private final LeaderListener listener;
  private final Timers timers;
  private final ExecutorService thread;
  private Future<?> start = CompletableFuture.completedFuture(null);
  private CompletableFuture<Void> stop = CompletableFuture.completedFuture(null);

  /** Whether the listener owes a stop. The own thread only. */
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

  /** A start that has not been told yet is not told any more, and then nor is this. */
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

  /** Whether the listener has yet to end the last term. */
  boolean stopping() {
    return !stop.isDone();
  }

  /** Waits until the listener has ended the last term; answers whether it did in time. */
  boolean awaitStopped(Duration atMost) throws InterruptedException {
    var pause = new Pause(timers);
    var unused = stop.whenComplete((nothing, failure) -> pause.close());
    return !pause.sleep(atMost);
  }

  /** Takes no more calls. Those that wait are made, and then the thread ends. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
