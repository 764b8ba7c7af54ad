package io.listwatch.testing.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.testing.TestServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

/**
 * OkHttp, under the official client and often under fabric8's, accepts gzip by default, and stops
 * after the first gzip member.
 */
final class OkHttpStreamTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String STREAMING_LIST =
      "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
          + "&labelSelector=mine&timeoutSeconds=3";

  @Test
  void readsCompressedStreamingListToItsEnd() throws Exception {
    try (TestServer server = TestServer.builder().start()) {
      create(server, "a");
      OkHttpClient client = new OkHttpClient.Builder().readTimeout(60, TimeUnit.SECONDS).build();
      Request request =
          new Request.Builder()
              .url(server.address().resolve(CONFIG_MAPS + STREAMING_LIST).toString())
              .build();

      try (Response response = client.newCall(request).execute()) {
        var events = new BufferedReader(new InputStreamReader(response.body().byteStream(), UTF_8));

        assertThat(response.networkResponse().header("Content-Encoding")).isEqualTo("gzip");
        assertThat(events.readLine()).contains("ADDED", "\"name\":\"a\"");
        assertThat(events.readLine()).contains("BOOKMARK", "initial-events-end");
        create(server, "b");
        assertThat(events.readLine()).contains("ADDED", "\"name\":\"b\"");
        // At the end OkHttp verifies the checksum of the member.
        assertThat(events.lines()).noneMatch(line -> line.contains("ERROR"));
      }
    }
  }

  private static void create(TestServer server, String name) {
    String object =
        """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s","labels":{"mine":""}}}
        """
            .formatted(name);
    new RawClient(server).send("POST", CONFIG_MAPS, object);
  }
}
