package io.listwatch.testing.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.StorageTime;
import io.listwatch.storage.Key;
import io.listwatch.storage.etcd.EtcdCluster;
import io.listwatch.storage.sqlite.SqliteStorage;
import io.listwatch.time.Timers;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies data from one storage engine to another and back. */
@Tag("etcd")
final class CopyTest {
  private static final Key KEY = Key.of("note");

  @Test
  void copyIntoEtcdAndBackPreservesData(@TempDir Path directory) {
    Path first = directory.resolve("first");
    Path second = directory.resolve("second");
    try (var storage = open(first)) {
      storage.put(KEY, "content".getBytes(UTF_8)).toCompletableFuture().join();
    }

    try (var etcd = EtcdCluster.start(1)) {
      String endpoint = etcd.endpoints().get(0).toString();
      copy("--from-data", first, endpoint);
      copy("--to-data", second, endpoint);
    }

    try (var storage = open(second)) {
      assertThat(storage.get(KEY))
          .map(entry -> new String(entry.value(), UTF_8))
          .contains("content");
    }
  }

  private static void copy(String direction, Path directory, String endpoint) {
    try (var copy =
        Program.start("copy", direction, directory.toString(), "--etcd-endpoints", endpoint)) {
      assertThat(copy.awaitEnd()).as(copy.errors().text()).isZero();
      assertThat(copy.out().awaitEnd()).startsWith("copied; the copy begins at version ");
    }
  }

  private static SqliteStorage open(Path directory) {
    return SqliteStorage.open(directory, new StorageTime(Timers.system()));
  }
}
