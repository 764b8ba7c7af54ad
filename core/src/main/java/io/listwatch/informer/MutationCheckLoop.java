package io.listwatch.informer;

import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.time.Duration;

/**
 * Runs a mutation check every second, on its own thread: the check takes too long for the timers'
 * thread.
 */
final class MutationCheckLoop implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final Runnable look;
  private final Pause pause;

  MutationCheckLoop(String name, Timers timers, Runnable look) {
    this.look = look;
    pause = new Pause(timers);
    var thread = new Thread(this::run, "listwatch-mutations-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (pause.sleep(PERIOD)) {
        look.run();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    pause.close();
  }
}
