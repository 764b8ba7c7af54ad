package io.listwatch.campaign.engine;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Cleans up at the end of this process, even if it is interrupted: kills child processes and undoes
 * changes to the machine.
 */
final class Processes {
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> RUNNING.forEach(Process::destroyForcibly), "end-of-processes"));
  }

  private Processes() {}

  /** Runs an action at the end of this process. */
  static void atEnd(Undo undo) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    undo.run();
                  } catch (IOException | InterruptedException failed) {
                    System.err.println("campaign: " + failed);
                  }
                },
                "undo"));
  }

  /** An action that may fail. */
  @FunctionalInterface
  interface Undo {
    void run() throws IOException, InterruptedException;
  }

  static void endWithThisOne(Process process) {
    RUNNING.add(process);
    var unused = process.onExit().thenAccept(RUNNING::remove);
  }
}
