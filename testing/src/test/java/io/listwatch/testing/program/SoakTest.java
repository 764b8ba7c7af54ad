package io.listwatch.testing.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that runs for long under mixed load, in which everything is created and removed again,
 * has the same heap, threads, file descriptors, metric series and database size at the end as early
 * on. {@code .build/soak} runs it.
 */
@Tag("slow")
@EnabledIfSystemProperty(named = "listwatch.soak.minutes", matches = "\\d+")
final class SoakTest {
  private static final int SAMPLES = 40;

  @TempDir private Path directory = Path.of("");

  @Test
  void usageDoesNotGrow() throws Exception {
    Duration duration = Duration.ofMinutes(Integer.getInteger("listwatch.soak.minutes", 60));
    Path tokens = Files.writeString(directory.resolve("tokens"), SoakLoad.token(0));
    try (var server =
            Program.serve(
                directory.resolve("data"),
                "--token-file",
                tokens.toString(),
                "--history-minutes",
                "1",
                "--history-revisions",
                "2000");
        var load = new SoakLoad(server, tokens)) {
      var usage = new ServerUsage(server);
      List<ServerUsage.Sample> samples = new ArrayList<>();
      System.out.println(ServerUsage.Sample.TITLE);
      for (int i = 0; i < SAMPLES; i++) {
        load.run(duration.dividedBy(SAMPLES));
        samples.add(usage.sample());
        System.out.println(samples.get(i) + "  " + load);
      }

      assertThat(load.failures()).isEmpty();
      assertThat(ServerUsage.growth(samples)).isEmpty();
    }
  }
}
