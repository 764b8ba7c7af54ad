package io.listwatch.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds the leaks of a test: watches that are still open, and threads that keep the JVM alive. */
final class LeakDetector {
  /**
   * Timeout when leaks are only reported. A client that is closing may need a moment to end its
   * watches and threads.
   */
  static final Duration SHORT_PATIENCE = Duration.ofSeconds(1);

  /** Timeout when a leak fails the test, long enough for a busy machine. */
  static final Duration LONG_PATIENCE = Duration.ofSeconds(15);

  private static final Duration AT_ONCE = Duration.ofMillis(1);

  /** Prefix of the names of JUnit's own threads. */
  private static final String JUNIT = "junit-";

  private final Set<Thread> before = Thread.getAllStackTraces().keySet();
  private final boolean alone;

  /**
   * Records the threads that exist now.
   *
   * @param alone true if no other test runs in parallel, so that new threads belong to this test
   */
  LeakDetector(boolean alone) {
    this.alone = alone;
  }

  /**
   * Returns one line for each leak. Waits for the first thing that has not ended yet; by the end of
   * that wait, the others have had the same time.
   */
  List<String> findLeaks(TestServer server, Duration patience) {
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
