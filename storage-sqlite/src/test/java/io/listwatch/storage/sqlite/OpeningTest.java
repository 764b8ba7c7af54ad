package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import io.listwatch.storage.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening a directory: recovery, rejected files, and the advice in the error messages. */
final class OpeningTest {
  private static final Key KEY = Key.of("key");

  private final Path root;
  private final Path directory;
  private final Path database;
  private final ManualStorageClock clock = new ManualStorageClock();

  OpeningTest(@TempDir Path root) {
    this.root = root;
    this.directory = root.resolve("data");
    this.database = directory.resolve("listwatch.db");
  }

  private SqliteStorage open() {
    return SqliteStorage.open(directory, clock, Retention.everything());
  }

  /** Writes a few hundred versions of a key, closes the storage and returns its last revision. */
  private long written() {
    try (var storage = open()) {
      for (int step = 0; step < 299; step++) {
        done(History.take(storage, KEY, step));
      }
      return done(storage.currentRevision());
    }
  }

  private void assertRejected(String... words) {
    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> open().close())
        .satisfies(refusal -> assertThat(refusal).hasMessageContainingAll(words));
  }

  @Test
  void continuesAtTheNextRevisionAfterAClose() {
    long last = written();

    try (var storage = open()) {
      assertThat(done(storage.currentRevision())).isEqualTo(last);
      assertThat(History.after(storage, 1)).hasSize(299);
      assertThat(done(storage.put(KEY, new byte[0]))).isEqualTo(last + 1);
    }
  }

  @Test
  void revisionsSkippedByACrashDoNotCountTowardsRetention() throws IOException {
    Path crashed = root.resolve("crashed");
    try (var storage = open()) {
      for (int step = 0; step < 30; step++) {
        done(History.take(storage, KEY, step));
      }
      CutLogTest.copy(directory, crashed);
    }

    try (var storage =
        SqliteStorage.open(crashed, clock, new Retention(100, Duration.ofMinutes(10)))) {
      long skipped = done(storage.currentRevision());
      assertThat(skipped).isGreaterThan(1_000);
      done(storage.put(KEY, History.value(KEY, 30)));

      assertThat(History.after(storage, 1)).hasSize(31);
    }
  }

  @Test
  void closeLeavesTheDatabaseAndItsMark() throws IOException {
    try (var storage = open()) {
      done(storage.put(KEY, new byte[0]));
      assertThat(storage.get(KEY)).isPresent();
      Thread.currentThread().interrupt();
    }
    assertThat(Thread.interrupted()).isTrue();

    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("listwatch.db", "revisions", "lock");
    }
    try (var storage = open()) {
      assertThat(done(storage.currentRevision())).isEqualTo(2);
    }
  }

  @Test
  void filesAreAccessibleToTheirOwnerOnly() throws IOException {
    assumeTrue(Files.getFileStore(root).supportsFileAttributeView("posix"), "no permissions here");
    try (var storage = open()) {
      done(storage.put(KEY, new byte[0]));

      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
          .isEqualTo("rwx------");
      try (var files = Files.list(directory)) {
        assertThat(files.toList())
            .hasSizeGreaterThanOrEqualTo(5)
            .allSatisfy(
                file ->
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as("%s", file)
                        .isEqualTo("rw-------"));
      }
    }
  }

  @Test
  void rejectsADirectoryOpenInThisProcess() {
    try (var storage = open()) {
      assertRejected("in use by this process", Long.toString(ProcessHandle.current().pid()));
      assertThat(storage.get(KEY)).isEmpty();
    }
    open().close();
  }

  @Test
  void rejectsADirectoryOpenInAnotherProcessAndNamesIt() throws Exception {
    Path temporary = Files.createDirectory(root.resolve("tmp"));
    try (var child =
        Child.start(CrashingProgram.class, temporary, List.of(), directory.toString(), "0", "0")) {
      assertThat(child.output().readLine()).isNotNull();

      assertRejected("in use by process " + child.pid());

      child.kill();
    }
    open().close();
  }

  @Test
  void rejectsANewerFormat() throws IOException {
    written();
    overwrite(database, 60, ByteBuffer.allocate(4).putInt(0, Schema.FORMAT + 1));

    assertRejected("format 3", "newer version");
  }

  @Test
  void rejectsTheDatabaseOfAnotherProgramUnchanged() throws IOException {
    written();
    overwrite(database, 68, ByteBuffer.allocate(4));
    byte[] before = Files.readAllBytes(database);

    assertRejected("another program");

    assertThat(Files.readAllBytes(database)).isEqualTo(before);
  }

  @Test
  void rejectsAFileThatIsNotADatabase() throws IOException {
    Files.createDirectory(directory);
    Files.writeString(database, "dear diary, ".repeat(100));

    assertRejected("not a database");
    assertThat(Files.readString(database)).startsWith("dear diary");
  }

  @Test
  void rejectsAnEmptyDatabaseFile() throws IOException {
    written();
    Files.write(database, new byte[0]);

    assertRejected("not a database", "restore a backup");
  }

  @Test
  void rejectsAMissingDatabaseFile() throws IOException {
    written();
    Files.delete(database);

    assertRejected("missing", "revisions is there", "restore a backup");
  }

  @Test
  void rejectsATruncatedFile() throws IOException {
    written();
    try (var channel = FileChannel.open(database, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    }

    assertRejected("damaged", "Restore a backup");
  }

  @Test
  void rejectsAFileWithACorruptHeadTable() throws IOException {
    written();
    long size = Files.size(database);
    // All pages except the first one, which holds the schema.
    overwrite(
        database, 8192, ByteBuffer.wrap("garbage ".repeat((int) size / 8 - 1024).getBytes(UTF_8)));

    assertRejected("damaged", "Restore a backup");
  }

  @Test
  void checkFindsAMissingVersion() throws Exception {
    written();
    try (var connection = new Database(database).openWriter()) {
      Database.run(connection, "DELETE FROM log WHERE rev = (SELECT max(rev) FROM log)");
    }

    try (var storage = open()) {
      assertThat(storage.check()).anyMatch(complaint -> complaint.contains("newest version"));
    }
  }

  @Test
  void checkOfAnIntactDatabaseFindsNothing() {
    written();

    try (var storage = open()) {
      assertThat(storage.check()).isEmpty();
    }
  }

  @Test
  void rejectsADamagedRevisionFile() throws IOException {
    written();
    Path marks = directory.resolve("revisions");
    Files.writeString(marks, Files.readString(marks).replace("closed 3", "closed 2"));

    assertRejected("revisions", "delete it");
  }

  @Test
  void skipsFarAheadWithoutARevisionFile() throws IOException {
    long last = written();
    Files.delete(directory.resolve("revisions"));

    try (var storage = open()) {
      assertThat(done(storage.currentRevision())).isGreaterThan(last + 900_000_000);
      assertThat(storage.count(KeyRange.all())).isOne();
    }
  }

  /** Permission bits do not restrict root, so root uses a directory of procfs instead. */
  @Test
  void rejectsAReadOnlyDirectory() throws IOException {
    Path readOnly = Path.of("/proc/self");
    if (!System.getProperty("user.name").equals("root")) {
      readOnly = Files.createDirectory(root.resolve("read-only"));
      assertThat(readOnly.toFile().setWritable(false)).isTrue();
    }
    Path refused = readOnly;

    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> SqliteStorage.open(refused, clock))
        .withMessageContaining("may read and write");
    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> SqliteStorage.open(refused.resolve("data"), clock))
        .withMessageContaining("may read and write");
  }

  @Test
  void unpacksSqliteIntoTheDirectoryIfTmpdirIsNotExecutable() throws Exception {
    Path unpacked = Files.createDirectories(directory.resolve("native"));
    Path stale = Files.createFile(unpacked.resolve("sqlite-stale.so"));
    Path missing = root.resolve("missing");

    try (var child =
        Child.start(CrashingProgram.class, missing, List.of(), directory.toString(), "1", "0")) {
      assertThat(child.output().readLine()).startsWith("key0 0 ");
      assertThat(child.exitCode()).isZero();
    }

    assertThat(stale).doesNotExist();
    assertThat(unpacked).isDirectory();
    assertThat(NativeLibrary.mayExecute(missing)).isFalse();
    assertThat(NativeLibrary.mayExecute(root)).isTrue();
  }

  private static void overwrite(Path file, long position, ByteBuffer bytes) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(bytes, position);
    }
  }
}
