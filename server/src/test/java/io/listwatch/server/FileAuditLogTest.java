package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.http.AuditLog;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileAuditLogTest {
  /** A path may have 256 KiB, and ten thousand lines may be queued for the disk. */
  @Test
  void truncatesLongValues(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("audit.log");
    String path = "/" + "x".repeat(200_000);
    var request = new AccessRequest(UserInfo.ANONYMOUS, "get", "", "", "", "", null, null, path);

    try (var log = FileAuditLog.open(file, Timers.system())) {
      log.record(new AuditLog.Entry("id", UserInfo.ANONYMOUS, request, 401, 1_000));
    }

    String line = Files.readString(file);
    assertThat(JsonTrees.read(line).path("path").asText())
        .isEqualTo(path.substring(0, FileAuditLog.MAX_VALUE) + "...");
    assertThat(line.length()).isLessThan(2_000);
  }
}
