package io.listwatch.storage.sqlite;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.storage.StorageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {
  @Test
  void namesPathOnceIfDirectoryCannotBeCreated(@TempDir Path parent) throws Exception {
    Path below = Files.createFile(parent.resolve("file")).resolve("data");

    assertThatThrownBy(() -> DataDirectory.open(below))
        .isInstanceOf(StorageException.class)
        .hasMessageMatching(
            Pattern.quote(below + ": cannot be created or written (")
                + "[^/]*"
                + Pattern.quote("expected: a directory that this user may read and write)"));
  }

  @Test
  void rejectsQuestionMarkInThePath(@TempDir Path parent) {
    assertThatThrownBy(() -> DataDirectory.open(parent.resolve("a?b")))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("contains '?'");
  }
}
