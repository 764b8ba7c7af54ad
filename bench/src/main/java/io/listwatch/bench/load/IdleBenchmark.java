package io.listwatch.bench.load;

import io.listwatch.bench.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measures the growth of a server's memory per idle watcher, with 10,000 of them. */
final class IdleBenchmark {
  private IdleBenchmark() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var settings = new Settings(arguments);
    int connections = settings.number("connections", 100);
    int streams = settings.number("streams", 100);
    try (var contest = new Contest(settings, 1)) {
      List<Double> before = new ArrayList<>();
      List<Double> each = new ArrayList<>();
      for (ServerProcess server : contest.servers()) {
        long empty = server.residentBytes();
        before.add(empty / 1e6);
        watch(contest.load(), server, connections, streams);
        each.add((server.residentBytes() - empty) / 1e3 / (connections * streams));
        contest.load().disconnect();
      }
      Table.head(
          "%,d idle watchers on %d connections".formatted(connections * streams, connections),
          contest.servers());
      Table.row("MB resident without", before);
      Table.row("KB resident for each", each);
    }
  }

  private static void watch(Load load, ServerProcess server, int connections, int streams)
      throws InterruptedException {
    var deliveries = new Deliveries(connections * streams, 0, 0);
    for (LoadConnection connection : load.connect(server.address(), connections)) {
      for (int i = 0; i < streams; i++) {
        var headers = connection.headers("GET", "/api/v1/namespaces/idle/configmaps?watch=true");
        connection.send(
            headers.add("accept", "application/json"), new byte[0], deliveries.watcher());
      }
    }
    deliveries.awaitWatching();
  }
}
