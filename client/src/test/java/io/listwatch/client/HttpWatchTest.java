package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.http.ScriptedServer;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.Watch;
import io.listwatch.reflector.WatchContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** Runs the {@link Watch} contract over HTTP. */
final class HttpWatchTest extends WatchContract {
  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client = ApiClient.of(ClientConfig.of(server.address()));
  private final CompletableFuture<ScriptedServer.Response> answer = new CompletableFuture<>();
  private final Watch watch;

  HttpWatchTest() throws IOException, InterruptedException {
    server.then(
        (q, a) -> {
          answer.complete(a.begin());
          a.stall();
        });
    watch =
        client
            .listerWatcher(ResourceType.namespaced("v1", "Note", "notes"), "default")
            .watch(WatchOptions.after(ResourceVersion.of(1)));
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  @Override
  protected Watch watch() {
    return watch;
  }

  @Override
  protected void send(WatchEvent event) {
    var sent = (HttpWatch) watch;
    long before = sent.received();
    try {
      answer.join().chunk(frame(event));
      // The second event is not requested before the first has been read.
      await().atMost(30, TimeUnit.SECONDS).until(() -> before > 0 || sent.received() > 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String frame(WatchEvent event) {
    return event instanceof WatchEvent.Added added
        ? "{\"type\":\"ADDED\",\"object\":"
            + new String(added.object().toByteArray(), UTF_8)
            + "}\n"
        : "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"%s\"}}}\n"
            .formatted(event.version());
  }

  @Override
  protected void end() {
    try {
      answer.join().end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected void fail(ApiException cause) {
    try {
      answer.join().reset();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A broken connection has no further details. */
  @Override
  protected void assertIs(ApiException cause, Throwable thrown) {
    assertThat(thrown).isInstanceOf(UnavailableException.class);
  }
}
