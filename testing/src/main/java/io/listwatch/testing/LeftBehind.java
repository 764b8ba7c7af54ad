package io.listwatch.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Looks for what a test leaves behind: watches that it did not end, and threads that would keep the
 * JVM from ending.
 */
final class LeftBehind {
  private static final Duration AT_ONCE = Duration.ofMillis(1);

  /** What JUnit's own threads are called. */
  private static final String JUNIT = "junit-";

  private final Set<Thread> before = Thread.getAllStackTraces().keySet();
  private final boolean alone;

  /**
   * Takes note of what there is.
   *
   * @param alone whether no other test runs meanwhile, so that new threads are this one's
   */
  LeftBehind(boolean alone) {
    this.alone = alone;
  }

  /**
   * What there is more, as lines.
   *
   * @param patience how long to wait, for the first thing that stays: a client that is being closed
   *     may not have told the server yet, nor ended its threads
   */
  List<String> lookFor(TestServer server, Duration patience) {
    var found = new ArrayList<String>();
    server.abandonedWatches(patience).forEach(each -> found.add("open: " + each));
    if (alone) {
      for (Thread each : Thread.getAllStackTraces().keySet()) {
        if (isNew(each) && !ends(each, found.isEmpty() ? patience : AT_ONCE)) {
          found.add("thread: " + each.getName());
        }
      }
    }
    return found;
  }

  private boolean isNew(Thread thread) {
    return !thread.isDaemon() && !before.contains(thread) && !thread.getName().startsWith(JUNIT);
  }

  private static boolean ends(Thread thread, Duration patience) {
    try {
      thread.join(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }
}
