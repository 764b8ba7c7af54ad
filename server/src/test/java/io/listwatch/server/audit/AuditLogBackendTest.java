package io.listwatch.server.audit;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.audit.AuditLogSettings.Mode;
import io.listwatch.server.cache.CountedMetrics;
import io.listwatch.time.ManualTimers;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditLogBackendTest {
  private final CountedMetrics metrics = new CountedMetrics();

  @Test
  void createsFileForItsOwnerOnly(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("audit.log");

    AuditLogBackend.open(AuditLogSettings.of(file), Timers.system(), Metrics.none()).close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void fullFileIsRotatedAndTheOldestBackupIsDeleted(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("audit.log");
    var timers = new ManualTimers();
    var settings = new AuditLogSettings(file, Mode.BLOCKING, 1_000, 2, Duration.ZERO);

    try (var log = AuditLogBackend.open(settings, timers, metrics)) {
      for (int i = 0; i < 5; i++) {
        boolean stored =
            log.accept(AuditEvents.of("/" + "x".repeat(800))).toCompletableFuture().get();
        assertThat(stored).isTrue();
        timers.advance(Duration.ofSeconds(1));
      }
    }

    try (Stream<Path> files = Files.list(directory)) {
      List<String> names = files.map(each -> each.getFileName().toString()).sorted().toList();
      assertThat(names).hasSize(3).last().isEqualTo("audit.log");
      assertThat(names.get(0))
          .matches("audit-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d\\.\\d{3}\\.log");
    }
    assertThat(Files.readAllLines(file)).hasSize(1);
  }

  @Test
  void deletesBackupsOlderThanMaxAge(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("audit.log");
    Path old = Files.createFile(directory.resolve("audit-1960-01-01T00-00-00.000.log"));
    Path other = Files.createFile(directory.resolve("audit-of-others.log"));
    var settings = new AuditLogSettings(file, Mode.BATCH, 100, 0, Duration.ofDays(1));

    try (var log = AuditLogBackend.open(settings, Timers.system(), metrics)) {
      log.accept(AuditEvents.of("/1"));
      log.accept(AuditEvents.of("/2"));
    }

    assertThat(old).doesNotExist();
    assertThat(other).exists();
  }

  @Test
  void writesWaitingEventsOnceDiskHasSpaceAgain() throws IOException {
    var disk = new Disk();
    try (var log = open(disk, Mode.BATCH)) {
      log.accept(AuditEvents.of("/1"));
      await().until(() -> disk.paths().size() == 1);
      disk.free = 20;
      log.accept(AuditEvents.of("/2"));
      log.accept(AuditEvents.of("/3"));
      await().until(() -> disk.failures > 2);
      disk.free = Long.MAX_VALUE;
    }

    assertThat(disk.paths()).containsExactly("/1", "/2", "/3");
    assertThat(lost()).isZero();
  }

  @Test
  void requestsDoNotWaitForBrokenDiskUnlessStrict() throws Exception {
    for (Mode mode : Mode.values()) {
      var disk = new Disk();
      disk.free = 0;
      try (var log = open(disk, mode)) {
        boolean goesOn = log.accept(AuditEvents.of("/1")).toCompletableFuture().get();

        assertThat(goesOn).as(mode.toString()).isEqualTo(mode != Mode.BLOCKING_STRICT);
      }
    }
  }

  @Test
  void countsEventsBeyondTheQueueAsLost() throws IOException {
    var disk = new Disk();
    try (var log = open(disk, Mode.BATCH)) {
      disk.free = 0;
      for (int i = 0; i < AuditLogBackend.MAX_WAITING + 101; i++) {
        log.accept(AuditEvents.of("/" + i));
      }
      disk.free = Long.MAX_VALUE;
    }

    assertThat(lost()).isBetween(100L, 101L);
  }

  @Test
  void boundsQueuedBytes() throws IOException {
    var disk = new Disk();
    String path = "/" + "x".repeat(1 << 20);
    try (var log = open(disk, Mode.BATCH)) {
      disk.free = 0;
      for (int i = 0; i < 40; i++) {
        log.accept(AuditEvents.of(path));
      }
      disk.free = Long.MAX_VALUE;
    }

    assertThat(disk.paths()).hasSizeBetween(1, AuditLogBackend.MAX_WAITING_BYTES >> 20);
    assertThat(lost()).isPositive();
  }

  @Test
  void countsWaitingEventsAsLostWhenClosed() throws IOException {
    var disk = new Disk();
    try (var log = open(disk, Mode.BATCH)) {
      disk.free = 0;
      log.accept(AuditEvents.of("/1"));
      log.accept(AuditEvents.of("/2"));
    }

    assertThat(lost()).isEqualTo(2);
  }

  /** Such an event once ended the writer, and later requests waited for ever. */
  @Test
  void losesOnlyEventThatCannotBeEncoded() throws Exception {
    var disk = new Disk();
    try (var log = open(disk, Mode.BLOCKING_STRICT)) {
      var broken = log.accept(AuditEvents.broken()).toCompletableFuture();
      var next = log.accept(AuditEvents.of("/2")).toCompletableFuture();

      assertThat(broken.get(60, TimeUnit.SECONDS)).isFalse();
      assertThat(next.get(60, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(disk.paths()).containsExactly("/2");
    assertThat(lost()).isOne();
  }

  private long lost() {
    return metrics.count("apiserver_audit_error_total");
  }

  private AuditLogBackend open(Disk disk, Mode mode) throws IOException {
    return new AuditLogBackend(() -> disk, mode, metrics, Duration.ofMillis(1));
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

    private synchronized String text() {
      return written.toString(StandardCharsets.UTF_8);
    }

    List<String> paths() {
      String text = text();
      return text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .map(JsonTrees::read)
          .map(line -> line.path("requestURI").asText())
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
