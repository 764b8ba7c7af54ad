package io.listwatch.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.time.Pause;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/** Reads the version of an etcd server, and retries until it has started. */
final class EtcdVersion {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration BETWEEN = Duration.ofMillis(50);
  private static final int TIMEOUT_MILLIS = 2_000;

  /** Maximum bytes of the response, far more than a version needs. */
  private static final int MAX_ANSWER = 4_096;

  private final URI server;
  private final Timers timers;

  EtcdVersion(URI server, Timers timers) {
    this.server = server;
    this.timers = timers;
  }

  /**
   * True if the server is {@link EtcdCommand}.
   *
   * @throws CommandFailure if it does not respond
   */
  boolean isStandIn() {
    Instant end = timers.now().plus(PATIENCE);
    try (var pause = new Pause(timers)) {
      while (true) {
        try {
          return ask().contains(EtcdCommand.STAND_IN);
        } catch (IOException notYet) {
          if (timers.now().isAfter(end) || !pause.sleep(BETWEEN)) {
            throw new CommandFailure(
                "--etcd-servers: %s does not respond (%s)".formatted(server, notYet.getMessage()),
                notYet);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted while waiting for " + server, e);
    }
  }

  private String ask() throws IOException {
    var connection = (HttpURLConnection) server.resolve("/version").toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    try (InputStream answer = connection.getInputStream()) {
      return new String(answer.readNBytes(MAX_ANSWER), UTF_8);
    } finally {
      connection.disconnect();
    }
  }
}
