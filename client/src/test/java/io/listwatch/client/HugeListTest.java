package io.listwatch.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a list many times larger than the heap, in a process with a small heap. */
@Tag("slow")
final class HugeListTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void readsAListOfTwoGigabytesInAHeapOf32Megabytes() throws Exception {
    Path said = directory.resolve("said");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                HugeList.class.getName(),
                "23000")
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(Files.readAllLines(said)).last().isEqualTo("23000 objects");
    } finally {
      process.destroyForcibly();
    }
  }
}
