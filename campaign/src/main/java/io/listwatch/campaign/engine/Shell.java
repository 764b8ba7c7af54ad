package io.listwatch.campaign.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the system commands that inject faults: kill, ip, mount. */
public final class Shell {
  private static final int PATIENCE_SECONDS = 20;

  private Shell() {}

  /**
   * Runs a command and waits for its end.
   *
   * @throws IOException if it fails
   */
  public static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(List.of(command) + " failed: " + output.strip());
    }
  }

  /** Runs a command and waits for its end. Returns true if it succeeded. */
  public static boolean succeeds(String... command) throws InterruptedException {
    try {
      run(command);
      return true;
    } catch (IOException failed) {
      return false;
    }
  }

  /** Sends a signal to a process, if it still runs. */
  public static void signal(long pid, String name) throws InterruptedException {
    var unused = succeeds("kill", "-" + name, Long.toString(pid));
  }
}
