package io.listwatch.bench.load;

import io.listwatch.bench.Scratch;
import io.listwatch.bench.Settings;
import java.io.IOException;

/**
 * Measures the time from the start of the process until the server is ready, with an empty store.
 */
final class StartBenchmark {
  private StartBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    var settings = new Settings(arguments);
    for (int i = 1; i <= settings.number("times", 5); i++) {
      long start = System.nanoTime();
      try (var scratch = new Scratch(settings);
          var server = ServerProcess.product(scratch, settings.text("storage", "sqlite"));
          var load = new Load()) {
        Body unused = load.connect(server.address()).get("/readyz").join();
        System.out.printf(
            "start %d, ready after %6d ms%n", i, (System.nanoTime() - start) / 1_000_000);
      }
    }
  }
}
