package io.listwatch.campaign.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.campaign.engine.ApiServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Tampers with the system calls of a running server: strace's {@code inject}. */
final class Strace {
  private Strace() {}

  /**
   * Tampers with system calls for a limited time.
   *
   * @param calls such as {@code fsync,fdatasync}
   * @param effect such as {@code error=EIO:when=3+}
   * @return false if the server ended during that time
   */
  static boolean inject(ApiServer server, String calls, String effect, long millis)
      throws IOException, InterruptedException {
    Process strace =
        new ProcessBuilder(
                List.of(
                    "strace",
                    "-f",
                    "-p",
                    Long.toString(server.pid()),
                    "-e",
                    "trace=" + calls,
                    "-e",
                    "inject=" + calls + ":" + effect,
                    "-o",
                    "/dev/null"))
            .redirectErrorStream(true)
            .start();
    try {
      awaitAttached(strace.inputReader(UTF_8));
      return !server.awaitEnd(millis);
    } finally {
      strace.destroy();
      if (!strace.waitFor(5, TimeUnit.SECONDS)) {
        strace.destroyForcibly();
      }
    }
  }

  /** Waits until strace reports that it has attached to all threads. */
  private static void awaitAttached(BufferedReader output) throws IOException {
    String line = output.readLine();
    if (line == null || !line.contains("attached")) {
      throw new IOException("strace: " + line + " (may it trace processes here, by ptrace?)");
    }
  }
}
