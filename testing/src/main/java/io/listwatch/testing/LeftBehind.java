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
  /** A client that is being closed may not have told the server yet, nor ended its threads. */
  static final Duration SHORT_PATIENCE = Duration.ofSeconds(1);

  /** For those who fail otherwise, on a machine that may be busy. */
  static final Duration LONG_PATIENCE = Duration.ofSeconds(15);

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
   * What there is more, as lines: the first thing is waited for, the rest has had its time then.
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
