package io.listwatch.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.listwatch.model.UnavailableException;
import io.listwatch.time.ManualTimers;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A connection of HTTP/2 that breaks after the headers of a response, before the JDK's client has
 * subscribed its body. JDK 17 then never completes the body: such watches were once silent until
 * they were closed.
 */
@Timeout(60)
final class BreakBeforeBodyTest {
  private static final String UPGRADED =
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n";

  /** An empty SETTINGS frame. */
  private static final byte[] SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};

  /** The HEADERS frame of stream 1: {@code :status} 200, with END_HEADERS. */
  private static final byte[] OK = {0, 0, 1, 1, 4, 0, 0, 0, 1, (byte) 0x88};

  private static final int PREFACE_BYTES = 24;
  private static final int ATTEMPTS = 10;

  private final ManualTimers timers = new ManualTimers();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final LinkedBlockingQueue<Socket> connections = new LinkedBlockingQueue<>();
  private ScriptedServer server;

  @BeforeEach
  void start() throws IOException {
    server = new ScriptedServer();
    server.onConnection(connections::add);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    threads.shutdownNow();
  }

  @Test
  void failsTheBodyAfterABoundedWait() throws Exception {
    ResponseBody body = brokenBeforeBody();

    CompletableFuture<Throwable> read =
        CompletableFuture.supplyAsync(() -> catchThrowable(body::next), threads);
    await()
        .atMost(30, SECONDS)
        .until(
            () -> {
              timers.advance(ResponseBody.MAX_SUBSCRIBE_WAIT);
              return read.isDone();
            });

    assertThat(read.get())
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("the connection broke");
    assertThat(body.broken()).isTrue();
  }

  @Test
  void toleratesSilenceOfASubscribedBody() throws Exception {
    server.then((request, answer) -> answer.begin().chunk("{}").end());
    var body = new ResponseBody(timers, () -> null, each -> {});
    var request = HttpRequest.newBuilder(server.address()).build();

    HttpClient.newHttpClient().send(request, info -> body);
    assertThat(body.next()).isNotNull();
    timers.advance(ResponseBody.MAX_SUBSCRIBE_WAIT.multipliedBy(2));

    assertThat(body.broken()).isFalse();
  }

  /**
   * Returns a body whose connection has broken before the client got it. The JDK's client sometimes
   * calls back on the thread that reads the connection, which then cannot notice the break.
   */
  private ResponseBody brokenBeforeBody() throws Exception {
    for (int i = 0; i < ATTEMPTS; i++) {
      var attempt = new Attempt();
      if (attempt.breaks()) {
        return attempt.body;
      }
    }
    throw new AssertionError("the client has noticed no break in " + ATTEMPTS + " attempts");
  }

  /** One request with a connection of its own. */
  private final class Attempt {
    private final ResponseBody body = new ResponseBody(timers, () -> null, each -> {});
    private final ThreadLocal<Boolean> inline = ThreadLocal.withInitial(() -> false);
    private final CountDownLatch headers = new CountDownLatch(1);
    private final CountDownLatch broken = new CountDownLatch(1);
    private final HttpClient http = HttpClient.newBuilder().executor(this::execute).build();

    /** Returns true if the failure of a second request shows that the connection has broken. */
    boolean breaks() throws Exception {
      connections.clear();
      server.then((request, answer) -> breakAtSecondRequest(answer));
      var request = HttpRequest.newBuilder(server.address()).build();
      CompletableFuture<HttpResponse<ResponseBody>> first =
          http.sendAsync(
              request,
              info -> {
                headers.countDown();
                pass(broken);
                inline.set(true);
                return body;
              });
      pass(headers);
      var second = http.sendAsync(request, BodyHandlers.discarding());
      boolean noticed = fails(second);
      broken.countDown();
      return noticed && first.get(30, SECONDS).version() == HttpClient.Version.HTTP_2;
    }

    /**
     * Runs a task at once if the body is there, so that the client always has the body before it
     * finds out that the connection has broken.
     */
    private void execute(Runnable task) {
      if (inline.get()) {
        task.run();
      } else {
        threads.execute(task);
      }
    }
  }

  private static boolean fails(CompletableFuture<?> request) throws InterruptedException {
    try {
      request.get(3, SECONDS);
      return false;
    } catch (ExecutionException failed) {
      return failed.getCause() instanceof IOException;
    } catch (TimeoutException silent) {
      return false;
    }
  }

  private void breakAtSecondRequest(ScriptedServer.Response answer)
      throws IOException, InterruptedException {
    Socket connection = connections.take();
    answer.raw(UPGRADED.getBytes(ISO_8859_1));
    answer.raw(SETTINGS);
    answer.raw(OK);
    var in = new DataInputStream(connection.getInputStream());
    in.skipNBytes(PREFACE_BYTES);
    int stream = 0;
    while (stream != 3) {
      int length = in.readInt() >>> 8;
      in.skipNBytes(1);
      stream = in.readInt();
      in.skipNBytes(length);
    }
    answer.drop();
  }

  private static void pass(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
