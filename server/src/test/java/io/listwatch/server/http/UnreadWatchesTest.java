package io.listwatch.server.http;

import static io.listwatch.server.http.TestServer.CONFIG_MAPS;
import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.resource.EventBudget;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Hundreds of watches of a large object whose clients do not read. Each once kept its own encoding
 * of the object for as long as it liked.
 */
@Timeout(240)
final class UnreadWatchesTest {
  private static final String JSON = "application/json";
  private static final int CONNECTIONS = 30;
  private static final int WATCHES = 10;

  /** Random, so that gzip does not make it small. */
  private static final byte[] CONTENT = new byte[100_000];

  /** Enough for a few events. */
  private static final long MAX = 1_000_000;

  static {
    new Random(7).nextBytes(CONTENT);
  }

  private enum Form {
    OBJECT("?watch=1", JSON, false),
    TABLE("?watch=1&includeObject=Object", "application/json;as=Table;v=v1;g=meta.k8s.io", false),
    GZIP("?watch=1", JSON, true),
    ENDED("?watch=1&timeoutSeconds=1", JSON, false);

    private final String path;
    private final String accept;
    private final boolean gzip;

    Form(String query, String accept, boolean gzip) {
      this.path = CONFIG_MAPS + query;
      this.accept = accept;
      this.gzip = gzip;
    }
  }

  private final EventBudget budget = new EventBudget(MAX);
  private final TestServer server =
      TestServer.builder()
          .settings(
              HttpServerSettings.onLoopback(0)
                  .with(http -> http.compressWatches(true).shutdownTimeout(Duration.ofSeconds(2))))
          .parts(HttpServerParts.NO_OP.with(it -> it.events(budget)))
          .start();
  private final List<RawHttp2> unread = new ArrayList<>();

  @BeforeEach
  void putLargeObject() {
    server.put("large", Base64.getEncoder().encodeToString(CONTENT));
  }

  @AfterEach
  void close() {
    unread.forEach(RawHttp2::close);
    server.close();
  }

  /** Opens watches and reads no more than the first bytes of the first. */
  private void openUnread(Form form) {
    for (int i = 0; i < CONNECTIONS; i++) {
      var client = new RawHttp2(server.socket());
      unread.add(client);
      for (int j = 0; j < WATCHES; j++) {
        client.get(2 * j + 1, form.path, form.accept, form.gzip);
      }
      client.readSome();
    }
  }

  private BufferedReader openRead() throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        server
            .client()
            .send(
                HttpRequest.newBuilder(server.uri(CONFIG_MAPS + "?watch=1")).build(),
                BodyHandlers.ofInputStream());
    return new BufferedReader(new InputStreamReader(response.body(), UTF_8));
  }

  @ParameterizedTest
  @EnumSource(
      value = Form.class,
      names = {"OBJECT", "TABLE", "GZIP"})
  void endsUnreadWatchesBeyondTheBudgetButNotOneThatReads(Form form) throws Exception {
    try (BufferedReader reader = openRead()) {
      assertThat(reader.readLine()).contains("\"large\"");

      openUnread(form);

      long most = MAX / CONTENT.length + 1;
      await().until(() -> server.server().openWatches() <= most && budget.used() <= MAX);
      assertThat(budget.used()).isGreaterThan(MAX / 2);
      server.put("small", "y");
      assertThat(reader.readLine()).contains("\"small\"");
    }
    assertThat(unread.get(0).readUntil(RawHttp2.RST_STREAM)).isTrue();
  }

  /** The last write of a watch whose time is over stays until the client reads it. */
  @Test
  void resetsEndedWatchesThatAreNotReadBeyondTheBudget() {
    openUnread(Form.ENDED);

    await().until(() -> server.server().openWatches() == 0 && budget.used() <= MAX);
    assertThat(budget.used()).isGreaterThan(MAX / 2);
    assertThat(unread).allMatch(client -> client.readUntil(RawHttp2.RST_STREAM));
  }

  @Test
  void watchesHoldNothingOnceTheirClientsAreGone() {
    openUnread(Form.TABLE);
    await().until(() -> budget.used() > MAX / 2);

    unread.forEach(RawHttp2::close);

    await().until(() -> budget.used() == 0 && server.server().openWatches() == 0);
  }
}
