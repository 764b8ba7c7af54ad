package io.listwatch.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs tests with Netty's leak detector at its strictest level, in a process of their own. In
 * production the detector is off: it would add a fifth to the cost of an event.
 */
@Tag("slow")
final class BuffersTest {
  /** Tests with lists and watches that are read, stalled, aborted, rejected and ended. */
  private static final List<Class<?>> TESTS =
      List.of(
          ReadingTest.class,
          WatchingTest.class,
          WebSocketTest.class,
          StalledListTest.class,
          LimitsTest.class);

  @TempDir private Path directory = Path.of("");

  @Test
  void everyBufferIsReleased() throws Exception {
    var command = new ArrayList<>(List.of(java(), "-cp", System.getProperty("java.class.path")));
    command.add(LeakCheck.class.getName());
    TESTS.forEach(each -> command.add(each.getName()));
    Path output = directory.resolve("said");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }

    String said = Files.readString(output);
    List<String> lines = said.lines().dropWhile(line -> !line.contains(" passed, ")).toList();
    assertThat(lines).as(said).hasSizeGreaterThan(1);
    assertThat(lines.get(0)).matches("[1-9]\\d+ passed, 0 failed");
    assertThat(lines.subList(1, lines.size())).containsExactly(LeakCheck.OWN);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
