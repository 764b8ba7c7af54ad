package io.listwatch.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The heap in use of a Go program, as its metrics report it. */
final class GoHeap {
  private static final String METRICS = "/metrics";
  private static final Pattern IN_USE =
      Pattern.compile("^go_memstats_heap_inuse_bytes (\\S+)", Pattern.MULTILINE);

  private GoHeap() {}

  static long inUse(URI program, Load load) throws IOException {
    String page = program.getScheme().equals("https") ? secure(program, load) : plain(program);
    Matcher line = IN_USE.matcher(page);
    if (!line.find()) {
      throw new IOException(program + METRICS + ": no go_memstats_heap_inuse_bytes:\n" + page);
    }
    return (long) Double.parseDouble(line.group(1));
  }

  private static String secure(URI program, Load load) throws IOException {
    LoadConnection connection = load.connect(program);
    Body answer = Body.kept();
    connection.send(connection.headers("GET", METRICS), new byte[0], answer);
    return new String(answer.whole().join().bytes(), UTF_8);
  }

  private static String plain(URI program) throws IOException {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(program.resolve(METRICS)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
