package io.listwatch.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Observes the system calls of a writing process with strace. */
@Tag("strace")
final class SyncTest {
  private static final int WRITES = 20;

  private static final Pattern SYNC = Pattern.compile("^(\\d+) +f(data)?sync\\(\\d+<.*-wal>(.*)$");
  private static final Pattern RESUMED =
      Pattern.compile("^(\\d+) +<\\.\\.\\. f(data)?sync resumed>.*= 0.*$");
  private static final Pattern ACKNOWLEDGED = Pattern.compile("^\\d+ +write\\(1<.*\"key0 .*$");

  private final Path root;

  SyncTest(@TempDir Path root) {
    this.root = root;
  }

  @Test
  void syncsTheLogBeforeEachAcknowledgement() throws Exception {
    Path trace = root.resolve("trace");
    Path temporary = Files.createDirectory(root.resolve("tmp"));
    var strace =
        List.of(
            "strace",
            "-f",
            "-y",
            "-s",
            "64",
            "-e",
            "trace=fsync,fdatasync,write",
            "-o",
            trace.toString());
    try (var child =
        Child.start(
            CrashingProgram.class,
            temporary,
            strace,
            root.resolve("data").toString(),
            Integer.toString(WRITES),
            "0")) {
      long lines = child.output().lines().count();
      assertThat(lines)
          .as("writes under strace; if there are none, may it trace processes here (ptrace)?")
          .isEqualTo(WRITES);
      assertThat(child.exitCode()).isZero();
    }

    assertThat(acknowledgedAfterSync(trace)).isEqualTo(WRITES);
  }

  /** Fails if a write is acknowledged without a sync since the previous acknowledgement. */
  private static int acknowledgedAfterSync(Path trace) throws IOException {
    int acknowledged = 0;
    boolean synced = false;
    var waiting = new HashSet<String>();
    for (String line : Files.readAllLines(trace)) {
      Matcher sync = SYNC.matcher(line);
      Matcher resumed = RESUMED.matcher(line);
      if (sync.matches()) {
        if (sync.group(3).contains("= 0")) {
          synced = true;
        } else {
          waiting.add(sync.group(1));
        }
      } else if (resumed.matches() && waiting.remove(resumed.group(1))) {
        synced = true;
      } else if (ACKNOWLEDGED.matcher(line).matches()) {
        assertThat(synced).as("synced before %s", line).isTrue();
        synced = false;
        acknowledged++;
      }
    }
    return acknowledged;
  }
}
