package io.listwatch.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions on a database without tables, whose statements cannot be prepared. A read session once
 * left its connection open.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "needs /proc")
final class SessionOpeningTest {
  private final Path directory;
  private final Database database;

  SessionOpeningTest(@TempDir Path root) throws IOException {
    directory = root.toRealPath();
    database = new Database(directory.resolve("empty.db"));
    Files.createFile(database.file());
  }

  /** Returns the files of the directory that this process has open. */
  private List<Path> openFiles() throws IOException {
    var open = new ArrayList<Path>();
    try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors) {
        open.add(Files.readSymbolicLink(descriptor));
      }
    } catch (NoSuchFileException closedMeanwhile) {
      return openFiles();
    }
    open.removeIf(file -> !file.startsWith(directory));
    return open;
  }

  @Test
  void readSessionThatFailsClosesItsConnection() throws IOException {
    assertThatExceptionOfType(SQLException.class).isThrownBy(() -> ReadSession.open(database));

    assertThat(openFiles()).isEmpty();
  }

  @Test
  void writeSessionThatFailsClosesItsConnection() throws IOException {
    assertThatExceptionOfType(SQLException.class).isThrownBy(() -> WriteSession.open(database));

    assertThat(openFiles()).isEmpty();
  }
}
