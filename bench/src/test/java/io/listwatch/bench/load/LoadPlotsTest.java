package io.listwatch.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LoadPlotsTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void writesEachPlotOfTheConsole() throws IOException {
    LoadPlots.write(
        JsonTrees.read(
            """
            {"intervalSeconds": 10, "time": [1000000, 1010000], "requests": [40, 80], "failures": [0, 10],
             "latencyMedian": [0.001, 0.002], "latency99": [0.01, 0.004], "events": [0, 0],
             "deliveries": [100, 200], "watches": [1, 2], "inFlight": [0, 1], "queued": [0, 0],
             "heap": [50000000, 60000000], "storageBytes": [1000000, 1000000]}
            """),
        directory);

    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "requests.svg",
              "latency.svg",
              "watches.svg",
              "changes.svg",
              "deliveries.svg",
              "flow-control.svg",
              "heap.svg",
              "storage.svg");
    }
    assertThat(directory.resolve("requests.svg"))
        .content()
        .contains(">Requests a second<", ">requests<", ">failures<", ">8<")
        .doesNotContain("NaN");
    assertThat(directory.resolve("changes.svg")).content().doesNotContain("NaN");
  }

  @Test
  void writesNothingBeforeTheFirstSample() throws IOException {
    LoadPlots.write(JsonTrees.read("{\"intervalSeconds\": 10, \"time\": []}"), directory);

    assertThat(directory).isEmptyDirectory();
  }
}
