package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.cache.CountedMetrics;
import io.listwatch.server.http.AuditLog;
import io.listwatch.time.Timers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileAuditLogTest {
  private final CountedMetrics metrics = new CountedMetrics();

  /** A path may have 256 KiB, and ten thousand lines may be queued for the disk. */
  @Test
  void truncatesLongValues(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("audit.log");
    String path = "/" + "x".repeat(200_000);

    try (var log = FileAuditLog.open(file, Timers.system(), Metrics.none())) {
      log.record(entry(path));
    }

    String line = Files.readString(file);
    assertThat(JsonTrees.read(line).path("path").asText())
        .isEqualTo(path.substring(0, AuditLine.MAX_VALUE) + "...");
    assertThat(line.length()).isLessThan(2_000);
  }

  @Test
  void createsFileForItsOwnerOnly(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("audit.log");

    FileAuditLog.open(file, Timers.system(), Metrics.none()).close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void writesWaitingEntriesOnceDiskHasSpaceAgain() throws IOException {
    var disk = new Disk();
    try (var log = open(disk)) {
      log.record(entry("/1"));
      await().until(() -> disk.paths().size() == 1);
      disk.free = 20;
      log.record(entry("/2"));
      log.record(entry("/3"));
      await().until(() -> disk.failures > 2);
      disk.free = Long.MAX_VALUE;
    }

    assertThat(disk.paths()).containsExactly("/1", "/2", "/3");
    assertThat(metrics.count("audit_log_lost_entries_total")).isZero();
  }

  @Test
  void countsEntriesBeyondTheQueueAsLost() throws IOException {
    var disk = new Disk();
    try (var log = open(disk)) {
      disk.free = 0;
      for (int i = 0; i < FileAuditLog.MAX_WAITING + 101; i++) {
        log.record(entry("/" + i));
      }
      disk.free = Long.MAX_VALUE;
    }

    long lost = metrics.count("audit_log_lost_entries_total");
    assertThat(lost).isBetween(100L, 101L);
    assertThat(disk.text()).contains("{\"lost\":" + lost + "}\n");
  }

  @Test
  void boundsQueuedBytes() throws IOException {
    var disk = new Disk();
    String path = "/" + "\\".repeat(AuditLine.MAX_VALUE);
    long size = new AuditLine(Timers.system()).of(entry(path)).length();
    try (var log = open(disk)) {
      disk.free = 0;
      for (int i = 0; i < FileAuditLog.MAX_WAITING; i++) {
        log.record(entry(path));
      }
      disk.free = Long.MAX_VALUE;
    }

    assertThat(disk.paths()).hasSizeBetween(1, (int) (FileAuditLog.MAX_WAITING_BYTES / size) + 1);
    assertThat(metrics.count("audit_log_lost_entries_total")).isPositive();
  }

  @Test
  void countsWaitingEntriesAsLostWhenClosed() throws IOException {
    var disk = new Disk();
    try (var log = open(disk)) {
      disk.free = 0;
      log.record(entry("/1"));
      log.record(entry("/2"));
    }

    assertThat(metrics.count("audit_log_lost_entries_total")).isEqualTo(2);
  }

  private FileAuditLog open(Disk disk) throws IOException {
    return new FileAuditLog(() -> disk, Timers.system(), metrics, Duration.ofMillis(1));
  }

  private static AuditLog.Entry entry(String path) {
    var request = new AccessRequest(UserInfo.ANONYMOUS, "get", "", "", "", "", null, null, path);
    return new AuditLog.Entry("id", "192.0.2.1", UserInfo.ANONYMOUS, request, 401, 1_000);
  }

  /** A file on a disk that can be full. */
  private static final class Disk implements WritableByteChannel {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private volatile long free = Long.MAX_VALUE;
    private volatile int failures;

    @Override
    public synchronized int write(ByteBuffer bytes) throws IOException {
      int length = (int) Math.min(bytes.remaining(), free);
      if (length == 0) {
        failures++;
        throw new IOException("No space left on device");
      }
      for (int i = 0; i < length; i++) {
        written.write(bytes.get());
      }
      free -= length;
      return length;
    }

    synchronized String text() {
      return written.toString(StandardCharsets.UTF_8);
    }

    List<String> paths() {
      return text()
          .lines()
          .map(JsonTrees::read)
          .map(line -> line.path("path"))
          .filter(JsonValue::isText)
          .map(JsonValue::asText)
          .toList();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
