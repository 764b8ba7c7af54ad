package io.listwatch.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/**
 * A stand-in for {@code etcd} in test suites that start it next to {@link KubeApiserverCommand}:
 * reports health and version, and stores nothing.
 *
 * <p>The JDK's HTTP server handles requests one at a time, on its own thread.
 */
@Command(
    name = "etcd",
    abbreviateSynopsis = true,
    description = {
      "Stand-in for etcd in test suites that start it next to kube-apiserver: reports that it is"
          + " healthy, and stores nothing.",
      "Other flags of etcd are accepted and ignored; the log lists them."
    })
final class EtcdCommand implements Callable<Integer> {
  /** Marks the stand-in in the response of {@code /version}. */
  static final String STAND_IN = "\"listwatch\":\"stand-in\"";

  private static final Logger log = LoggerFactory.getLogger(EtcdCommand.class);

  private static final Map<String, String> PAGES =
      Map.of(
          "/health", "{\"health\":\"true\",\"reason\":\"\"}",
          "/livez", "ok\n",
          "/readyz", "ok\n",
          "/version", "{\"etcdserver\":\"3.5.0\",\"etcdcluster\":\"3.5.0\"," + STAND_IN + "}");

  @Option(
      names = {"--listen-client-urls", "-listen-client-urls"},
      paramLabel = "URL",
      split = ",",
      defaultValue = "http://localhost:2379",
      description = "Listen URLs, without TLS (default: ${DEFAULT-VALUE}).")
  private List<URI> urls = List.of();

  @Unmatched private List<String> others = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    if (!others.isEmpty()) {
      log.info("flags that have no effect here: {}", String.join(" ", others));
    }
    var end = new EndOfProgram();
    var listening = new ArrayList<HttpServer>();
    try {
      for (URI each : urls) {
        listening.add(listen(each));
      }
      end.await();
    } finally {
      listening.forEach(each -> each.stop(0));
    }
    return 0;
  }

  private static HttpServer listen(URI url) throws IOException {
    if (!"http".equals(url.getScheme()) || url.getHost() == null || url.getPort() < 0) {
      throw new UsageFailure(
          "--listen-client-urls: %s (expected: http://HOST:PORT)".formatted(url));
    }
    var server = HttpServer.create(new InetSocketAddress(url.getHost(), url.getPort()), 0);
    server.createContext("/", EtcdCommand::answer);
    server.start();
    log.info("a stand-in for etcd, which stores nothing, listens at {}", server.getAddress());
    return server;
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String page = PAGES.get(exchange.getRequestURI().getPath());
    byte[] body = (page == null ? "404 page not found\n" : page).getBytes(UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(page == null ? 404 : 200, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
