package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.listwatch.storage.Key;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The database file cannot grow, so that checkpoints fail, while there is still space in the
 * write-ahead log. A failed checkpoint once left the writer in auto-commit mode: writes were
 * applied and reported as failed.
 */
@Timeout(120)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "no ulimit")
final class FileSizeLimitTest {
  private static final int WRITES = 200;
  private static final int MAX_FILE_BYTES = 8 << 20;
  private static final int MAX_LOG_BYTES = 4 << 20;

  private final Path directory;
  private final Path temporary;

  FileSizeLimitTest(@TempDir Path root) throws IOException {
    directory = root.resolve("data");
    temporary = Files.createDirectory(root.resolve("tmp"));
  }

  @Test
  void writesSurviveIfAndOnlyIfTheyWereAcknowledged() throws Exception {
    List<String> lines = writeWithinLimit();
    var acknowledged = numbers(lines, "acknowledged ");

    // The file cannot hold more than its limit, so some writes were acknowledged after a checkpoint
    // had failed.
    assertThat(acknowledged.size() * (long) LimitedProgram.VALUE_BYTES)
        .isGreaterThan(MAX_FILE_BYTES + MAX_LOG_BYTES / 2);
    assertThat(numbers(lines, "failed ")).isNotEmpty();
    assertThat(numbers(lines, "seen ")).isEqualTo(acknowledged);
    try (var storage =
        SqliteStorage.open(directory, new ManualStorageClock(), Retention.everything())) {
      assertThat(stored(storage)).isEqualTo(acknowledged);
      assertThat(storage.check()).isEmpty();
      done(storage.create(Key.of("another"), new byte[LimitedProgram.VALUE_BYTES]));
    }
  }

  @Test
  void fileThatCannotGrowIsNotReportedAsDamaged() throws Exception {
    writeWithinLimit();

    assertThat(writeWithinLimit())
        .singleElement(as(STRING))
        .contains("disk I/O error")
        .doesNotContain("damaged");
  }

  private List<String> writeWithinLimit() throws Exception {
    // The unit of sh is 512 bytes.
    String limit = "ulimit -f %d && exec \"$@\"".formatted(MAX_FILE_BYTES / 512);
    try (var child =
        Child.start(
            LimitedProgram.class,
            temporary,
            List.of("sh", "-c", limit, "sh"),
            directory.toString(),
            Integer.toString(MAX_LOG_BYTES),
            Integer.toString(WRITES))) {
      List<String> lines = child.output().lines().toList();
      assertThat(child.exitCode()).isZero();
      return lines;
    }
  }

  private static List<Integer> numbers(List<String> lines, String prefix) {
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> Integer.valueOf(line.substring(prefix.length())))
        .toList();
  }

  private static List<Integer> stored(SqliteStorage storage) {
    return IntStream.range(0, WRITES)
        .filter(i -> storage.get(Key.of(Integer.toString(i))).isPresent())
        .boxed()
        .toList();
  }
}
