package io.listwatch.testing.program;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server with a heap of 256 MB serves 400 MB of ConfigMaps from storage, and from its watch cache
 * again once they are gone. Its controllers read them from storage, too.
 */
@Tag("slow")
final class MemoryBudgetTest {
  private static final int COUNT = 400;
  private static final int PAGE = 50;
  private static final String NAMESPACE = "/api/v1/namespaces/large";
  private static final String PATH = NAMESPACE + "/configmaps";
  private static final String VALUE = "x".repeat(1_000_000);
  private static final String NAME = "\"name\":\"large-";
  private static final Pattern LARGE = Pattern.compile(NAME);
  private static final Pattern USED =
      Pattern.compile("\"used\":\\{\"count/configmaps\":\"(\\d+)\"");
  private static final String EVICTED = "watch_cache_evicted{resource=\"configmaps\"} ";

  @TempDir private Path data = Path.of("");

  @Test
  void servesMoreDataThanItHasHeap() throws Exception {
    try (Program server = Program.serve(data)) {
      var http = new Http(server.plain());
      fill(http);
      long full = Http.version(http.get(PATH + "?limit=1").body());

      assertThat(http.count(PATH, NAME)).isEqualTo(COUNT);
      assertThat(pages(http)).isEqualTo(COUNT);
      Output watch = http.watch(PATH + "?watch=true&resourceVersion=" + full);
      create(http, PATH, "{\"metadata\":{\"name\":\"small\"}}");
      assertThat(watch.await("\"name\":\"(small)\"").group(1)).isEqualTo("small");
      assertThat(http.count(exactly(full), NAME)).isEqualTo(COUNT);

      assertThat(http.delete(PATH).statusCode()).isEqualTo(200);

      await().until(() -> metric(http).startsWith(EVICTED + "0"));
      assertThat(http.count(PATH, NAME)).isZero();
      assertThat(http.get("/livez").statusCode()).isEqualTo(200);
    }
  }

  /** The server lost its heap to the lists of its controllers, and again after each restart. */
  @Test
  void countsAndEmptiesNamespaceThatIsLargerThanTheHeap() throws Exception {
    try (Program server = Program.serve(data)) {
      var http = new Http(server.plain());
      fill(http);

      create(
          http,
          NAMESPACE + "/resourcequotas",
          "{\"metadata\":{\"name\":\"maps\"},\"spec\":{\"hard\":{\"count/configmaps\":\"500\"}}}");

      await().until(() -> used(http) >= COUNT);
      // The namespace has one more, with the certificates of the authority.
      assertThat(used(http)).isEqualTo(COUNT + 1);
      server.kill();
    }
    try (Program server = Program.serve(data)) {
      var http = new Http(server.plain());

      assertThat(http.delete(NAMESPACE).statusCode()).isEqualTo(200);

      await().until(() -> http.get(NAMESPACE).statusCode() == 404);
      assertThat(http.count("/api/v1/configmaps", NAME)).isZero();
      assertThat(http.get("/livez").statusCode()).isEqualTo(200);
    }
  }

  /** Fills a namespace until its ConfigMaps have no watch cache. */
  private static void fill(Http http) {
    create(http, "/api/v1/namespaces", "{\"metadata\":{\"name\":\"large\"}}");
    for (int i = 0; i < COUNT; i++) {
      String json = "{\"metadata\":{\"name\":\"large-%d\"},\"data\":{\"k\":\"%s\"}}";
      create(http, PATH, json.formatted(i, VALUE));
    }
    // The list wants a cache, which does not fit.
    assertThat(http.get(PATH + "?limit=1").statusCode()).isEqualTo(200);
    await().until(() -> metric(http).startsWith(EVICTED + "1"));
  }

  private static void create(Http http, String path, String json) {
    HttpResponse<String> created = http.post(path, json);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
  }

  /** Returns the number of ConfigMaps that the quota has counted; 0 before it has a status. */
  private static int used(Http http) {
    String quota = http.get(NAMESPACE + "/resourcequotas/maps").body();
    Matcher used = USED.matcher(quota);
    return used.find() ? Integer.parseInt(used.group(1)) : 0;
  }

  private static String exactly(long version) {
    return PATH + "?resourceVersionMatch=Exact&resourceVersion=" + version;
  }

  private static int pages(Http http) {
    int found = 0;
    String next = "";
    do {
      HttpResponse<String> page = http.get(PATH + "?limit=" + PAGE + next);
      found += (int) LARGE.matcher(page.body()).results().count();
      Matcher token = Pattern.compile("\"continue\":\"([^\"]+)\"").matcher(page.body());
      next = token.find() ? "&continue=" + token.group(1) : "";
    } while (!next.isEmpty());
    return found;
  }

  /** Returns the line of the metric, from its name. */
  private static String metric(Http http) {
    String all = http.get("/metrics").body();
    int at = all.indexOf(EVICTED);
    return at < 0 ? "" : all.substring(at);
  }
}
