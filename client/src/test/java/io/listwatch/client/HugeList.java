package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.listwatch.client.config.ClientConfig;
import io.listwatch.model.ResourceType;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/**
 * Reads a list from a server that sends all of it at once, regardless of the requested page, and
 * prints the number of objects.
 */
final class HugeList {
  private static final ResourceType MAPS = ResourceType.namespaced("v1", "ConfigMap", "configmaps");
  private static final int OBJECT_BYTES = 100_000;

  private HugeList() {}

  public static void main(String[] arguments) throws Exception {
    int count = Integer.parseInt(arguments[0]);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    server.setExecutor(thread);
    server.createContext("/", exchange -> answer(exchange, count));
    server.start();
    var seen = new LongAdder();
    try (ApiClient client =
        ApiClient.of(
            ClientConfig.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())))) {
      client
          .resources(MAPS)
          .forEach(
              object -> seen.increment(),
              unreadable -> {
                throw new IllegalStateException(unreadable.toString());
              });
      System.out.println(seen + " objects");
    } finally {
      // Otherwise the process would keep running after a failure.
      server.stop(0);
      thread.shutdownNow();
    }
  }

  private static void answer(HttpExchange exchange, int count) throws IOException {
    byte[] object =
        """
        {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"b","resourceVersion":"5"},\
        "data":{"k":"%s"}}\
        """
            .formatted("x".repeat(OBJECT_BYTES))
            .getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write("{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[".getBytes(UTF_8));
      for (int i = 0; i < count; i++) {
        if (i > 0) {
          out.write(',');
        }
        out.write(object);
      }
      out.write("]}".getBytes(UTF_8));
    }
  }
}
