package io.listwatch.server.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.ApiServer;
import io.listwatch.server.ApiServerConfig;
import io.listwatch.server.StorageTime;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Requests that are almost valid get a response: a 5xx only if kube-apiserver returns one for the
 * same bytes. The server's objects stay unchanged.
 *
 * <p>{@code -Dlistwatch.hostile.requests=100000 -Dlistwatch.hostile.seed=7} sends more of them,
 * prints the longest tasks of the event loops, and fails if a large request makes one longer than
 * {@value #MAX_TASK_MILLIS} ms.
 */
@Tag("slow")
final class HostileRequestsTest {
  private static final int REQUESTS = Integer.getInteger("listwatch.hostile.requests", 300);
  private static final long SEED = Long.getLong("listwatch.hostile.seed", 1);

  /** Longer than any request may wait, such as one for a version that does not exist yet. */
  private static final int TIMEOUT_MILLIS = 90_000;

  /** CPU time that one request may keep an event loop from its other connections. */
  private static final int MAX_TASK_MILLIS = 50;

  private final ServerErrors known = ServerErrors.recorded();

  @Test
  void everyRequestHasAResponseOtherThanAServerError() throws IOException {
    Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
    try (storage;
        ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0))) {
      run(server.port(), 50, new RequestGenerator(SEED - 1));
      int threads = Thread.activeCount();
      try (var watchdog = new LoopWatchdog()) {
        List<String> errors = run(server.port(), REQUESTS, new RequestGenerator(SEED));
        if (Integer.getInteger("listwatch.hostile.requests") != null) {
          watchdog.report(15).forEach(System.out::println);
        }

        assertThat(errors).isEmpty();
      }
      assertThat(Thread.activeCount()).isLessThan(threads + 20);
      assertThat(respond(server.port(), "GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
          .startsWith("HTTP/1.1 200");
    }
  }

  /** For each part of a request that may be large, in CPU time of the event loop. */
  @Test
  @EnabledIfSystemProperty(named = "listwatch.hostile.requests", matches = "\\d+")
  void largeRequestsKeepNoEventLoopBusyForLong() throws IOException {
    Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
    try (storage;
        ApiServer server = ApiServer.start(storage, ApiServerConfig.open(0));
        var watchdog = new LoopWatchdog()) {
      var tooLong = new ArrayList<String>();
      for (var each : LargeRequests.all().entrySet()) {
        String head = "";
        for (int round = 0; round < 20; round++) {
          // The first rounds load and compile code.
          if (round == 10) {
            watchdog.reset();
          }
          head = respond(server.port(), each.getValue());
        }
        System.out.println(each.getKey() + ": " + head.lines().findFirst().orElse(""));
        watchdog.report(2).forEach(System.out::println);
        if (watchdog.longest().toMillis() >= MAX_TASK_MILLIS) {
          tooLong.add(each.getKey() + ": " + watchdog.report(1));
        }
      }

      assertThat(tooLong).isEmpty();
    }
  }

  private List<String> run(int port, int count, RequestGenerator generator) throws IOException {
    var errors = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      HostileRequest request = generator.next();
      String response = respond(port, request);
      if (response.matches("(?s)HTTP/1\\.1 5\\d\\d.*") && !known.contains(response)) {
        errors.add("request %d of seed %d:\n%s\n%s".formatted(i, SEED, request, response));
      }
    }
    return errors;
  }

  private static String respond(int port, HostileRequest request) throws IOException {
    return respond(port, request.bytes());
  }

  private static String respond(int port, String request) throws IOException {
    return respond(port, request.getBytes(UTF_8));
  }

  /**
   * Returns the head of the response, and the body of a server error. Other bodies are not read,
   * because that of a watch does not end.
   */
  private static String respond(int port, byte[] request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(request);
      var in = new BufferedInputStream(socket.getInputStream());
      String head = head(in);
      while (head.startsWith("HTTP/1.1 100")) {
        head = head(in);
      }
      assertThat(head).startsWith("HTTP/1.1 ");
      boolean bounded = head.matches("(?s)\\S+ 5.*");
      return bounded ? head + new String(in.readAllBytes(), UTF_8) : head;
    }
  }

  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the connection ended after: " + head);
      }
      head.append((char) next);
    }
    return head.toString();
  }
}
