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

/** Observes the system calls of a process with strace. */
@Tag("strace")
final class SyncTest {
  private static final int WRITES = 20;

  private static final Pattern SYNC = Pattern.compile("^(\\d+) +f(data)?sync\\(\\d+<.*-wal>(.*)$");
  private static final Pattern RESUMED =
      Pattern.compile("^(\\d+) +<\\.\\.\\. f(data)?sync resumed>.*= 0.*$");
  private static final Pattern ACKNOWLEDGED = Pattern.compile("^\\d+ +write\\(1<.*\"key0 .*$");

  private final Path root;

  SyncTest(@TempDir Path root) throws IOException {
    this.root = root.toRealPath();
  }

  @Test
  void syncsTheLogBeforeEachAcknowledgement() throws Exception {
    Path trace =
        trace(
            "fsync,fdatasync,write",
            WRITES,
            CrashingProgram.class,
            root.resolve("data").toString(),
            Integer.toString(WRITES),
            "0");

    assertThat(acknowledgedAfterSync(trace)).isEqualTo(WRITES);
  }

  /** Without that, a power loss could take the name of a backup that was reported as written. */
  @Test
  void syncsTheDirectoriesBeforeBackupAndRestoreAreReported() throws Exception {
    Path backups = Files.createDirectory(root.resolve("backups"));
    Path restored = root.resolve("restored");
    Path trace =
        trace(
            "/^(link|linkat|rename|renameat|renameat2|fsync|fdatasync|write)$",
            2,
            BackupProgram.class,
            root.resolve("data").toString(),
            backups.resolve("file").toString(),
            restored.toString());

    // Without the writes to files: SQLite's library is among them.
    List<String> calls =
        Files.readAllLines(trace).stream()
            .filter(call -> !call.contains(" write(") || call.contains(" write(1<"))
            .toList();
    assertThat(calls)
        .containsSubsequence(
            first(calls, "link", "\"" + backups.resolve("file") + "\""),
            last(calls, "fsync", "<" + backups + ">"),
            first(calls, "write(1<", "\"wrote "),
            first(calls, "rename", "\"" + restored.resolve("listwatch.db") + "\""),
            last(calls, "fsync", "<" + restored + ">"),
            first(calls, "write(1<", "\"restored "));
  }

  /** Returns the first call of this name with an argument. */
  private static String first(List<String> calls, String name, String argument) {
    return calls(calls, name, argument).get(0);
  }

  private static String last(List<String> calls, String name, String argument) {
    List<String> found = calls(calls, name, argument);
    return found.get(found.size() - 1);
  }

  private static List<String> calls(List<String> calls, String name, String argument) {
    List<String> found =
        calls.stream()
            .filter(call -> call.matches("\\d+ +" + Pattern.quote(name) + ".*"))
            .filter(call -> call.contains(argument))
            .toList();
    assertThat(found).as("%s of %s", name, argument).isNotEmpty();
    return found;
  }

  /**
   * Runs a program to its end.
   *
   * @param calls the system calls to record
   * @param expected the number of lines that the program prints
   * @return the recorded calls, one for each line
   */
  private Path trace(String calls, int expected, Class<?> program, String... arguments)
      throws Exception {
    Path trace = root.resolve("trace");
    Path temporary = Files.createDirectory(root.resolve("tmp"));
    var strace =
        List.of("strace", "-f", "-y", "-s", "64", "-e", "trace=" + calls, "-o", trace.toString());
    try (var child = Child.start(program, temporary, strace, arguments)) {
      long lines = child.output().lines().count();
      assertThat(lines)
          .as("lines under strace; if there are none, may it trace processes here (ptrace)?")
          .isEqualTo(expected);
      assertThat(child.exitCode()).isZero();
    }
    return trace;
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
