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
 * again once they are gone.
 */
@Tag("slow")
final class MemoryBudgetTest {
  private static final int COUNT = 400;
  private static final int PAGE = 50;
  private static final String PATH = "/api/v1/namespaces/default/configmaps";
  private static final String VALUE = "x".repeat(1_000_000);
  private static final String NAME = "\"name\":\"large-";
  private static final Pattern LARGE = Pattern.compile(NAME);
  private static final String EVICTED = "watch_cache_evicted{resource=\"configmaps\"} ";

  @TempDir private Path data = Path.of("");

  @Test
  void servesMoreDataThanItHasHeap() throws Exception {
    try (Program server = Program.serve(data)) {
      var http = new Http(server.plain());
      fill(http);
      long full = Http.version(http.get(PATH + "?limit=1").body());
      await().until(() -> metric(http).startsWith(EVICTED + "1"));

      assertThat(http.count(PATH, NAME)).isEqualTo(COUNT);
      assertThat(pages(http)).isEqualTo(COUNT);
      Output watch = http.watchConfigMaps(full);
      http.createConfigMap("small");
      assertThat(watch.await("\"name\":\"(small)\"").group(1)).isEqualTo("small");
      assertThat(http.count(exactly(full), NAME)).isEqualTo(COUNT);

      assertThat(http.delete(PATH).statusCode()).isEqualTo(200);

      await().until(() -> metric(http).startsWith(EVICTED + "0"));
      assertThat(http.count(PATH, NAME)).isZero();
      assertThat(http.get("/livez").statusCode()).isEqualTo(200);
    }
  }

  private static void fill(Http http) {
    for (int i = 0; i < COUNT; i++) {
      HttpResponse<String> created =
          http.post(
              PATH,
              "{\"metadata\":{\"name\":\"large-%d\"},\"data\":{\"k\":\"%s\"}}".formatted(i, VALUE));
      assertThat(created.statusCode()).isEqualTo(201);
    }
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
