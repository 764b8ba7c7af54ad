package io.listwatch.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A list that is many times larger than the heap, in a process with a small one. */
@Tag("slow")
final class HugeListTest {
  @Test
  void aListOfTwoGigabytesIsReadInAHeapOfThirtyTwoMegabytes() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                HugeList.class.getName(),
                "23000")
            .redirectErrorStream(true)
            .start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);

      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(said.lines()).last().isEqualTo("23000 objects");
    } finally {
      process.destroyForcibly();
    }
  }
}
