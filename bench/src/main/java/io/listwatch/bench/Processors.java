package io.listwatch.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the load and the servers on different processors, if the machine has {@code taskset} and
 * more than one processor.
 *
 * <p>Threads: only the thread of the benchmark, which calls {@link #divide} before it starts a
 * server.
 */
public final class Processors {
  private static final int COUNT = Runtime.getRuntime().availableProcessors();
  private static volatile boolean divided;

  private Processors() {}

  /** Moves this process to the lower half of the processors, and later servers to the upper. */
  public static void divide() throws IOException {
    divided =
        COUNT > 1
            && isAvailable()
            && run("taskset", "-a", "-p", "-c", "0-" + (COUNT / 2 - 1), Long.toString(pid()));
    if (!divided) {
      System.out.println("load and servers share the processors: no taskset, or only one");
    }
  }

  /** Returns a command for a server, which runs on its own processors if they are divided. */
  public static List<String> forServer(List<String> command) {
    if (!divided) {
      return command;
    }
    List<String> pinned = new ArrayList<>(List.of("taskset", "-c", COUNT / 2 + "-" + (COUNT - 1)));
    pinned.addAll(command);
    return pinned;
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }

  private static boolean isAvailable() {
    try {
      return run("taskset", "--version");
    } catch (IOException absent) {
      return false;
    }
  }

  private static boolean run(String... command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
