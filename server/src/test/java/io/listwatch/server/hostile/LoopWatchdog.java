package io.listwatch.server.hostile;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Measures for how long the event loops of a server are busy without a pause, in CPU time, so that
 * other processes of the machine do not count. Samples their threads some thousand times a second;
 * two tasks between which a loop is not seen waiting count as one.
 */
final class LoopWatchdog implements AutoCloseable {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final String LOOPS = "listwatch-http";
  private static final long PAUSE_NANOS = 200_000;

  private final Map<Long, Long> idleSince = new HashMap<>();

  /** The longest time for each place in the code, in nanoseconds. */
  private final Map<String, Long> longest = new ConcurrentHashMap<>();

  private final Thread thread = new Thread(this::run, "loop-watchdog");
  private volatile boolean closed;

  LoopWatchdog() {
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!closed) {
      for (Thread each : Thread.getAllStackTraces().keySet()) {
        if (each.getName().startsWith(LOOPS)) {
          look(each);
        }
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void look(Thread loop) {
    long cpu = THREADS.getThreadCpuTime(loop.getId());
    StackTraceElement[] stack = loop.getStackTrace();
    String place = place(stack);
    if (place == null) {
      idleSince.put(loop.getId(), cpu);
      return;
    }
    long busy = cpu - idleSince.getOrDefault(loop.getId(), cpu);
    longest.merge(place, busy, Math::max);
  }

  /** Returns the innermost method of ours, or the outermost busy one; null if the loop waits. */
  private static @Nullable String place(StackTraceElement[] stack) {
    if (stack.length == 0 || stack[0].getMethodName().contains("epollWait")) {
      return null;
    }
    for (StackTraceElement each : stack) {
      if (each.getClassName().startsWith("io.listwatch")) {
        return each.getClassName() + "." + each.getMethodName() + " < " + stack[0];
      }
    }
    return stack[0].toString();
  }

  /** Drops all measurements so far, such as the loading of classes. */
  void reset() {
    longest.clear();
  }

  Duration longest() {
    return Duration.ofNanos(longest.values().stream().mapToLong(Long::longValue).max().orElse(0));
  }

  /** Returns the longest times and their places, the longest first. */
  List<String> report(int lines) {
    return longest.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(lines)
        .map(each -> "%7.2f ms  %s".formatted(each.getValue() / 1e6, each.getKey()))
        .toList();
  }

  @Override
  public void close() {
    closed = true;
  }
}
