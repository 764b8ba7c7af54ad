package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.storage.CompactedException;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Retention;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageCopy;
import io.listwatch.storage.StorageException;
import io.listwatch.storage.StoredEntry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups concurrent with writes. A restored storage never assigns a revision twice. */
final class BackupTest {
  private final Path root;
  private final Path file;
  private final ManualStorageClock clock = new ManualStorageClock();

  BackupTest(@TempDir Path root) {
    this.root = root;
    this.file = root.resolve("backup");
  }

  private SqliteStorage open(String name) {
    return SqliteStorage.open(root.resolve(name), clock, Retention.everything());
  }

  private static long write(Storage storage, int first, int count) {
    long last = 0;
    for (int step = first; step < first + count; step++) {
      for (int key = 0; key < 5; key++) {
        last = Math.max(last, done(History.take(storage, Key.of("key" + key), step)));
      }
    }
    return last;
  }

  private static List<StoredEntry> entries(Storage storage) {
    return storage.range(KeyRange.all(), Integer.MAX_VALUE).entries();
  }

  @Test
  void backsUpADirectoryThatIsOpen() {
    List<StoredEntry> before;
    try (var storage = open("one")) {
      write(storage, 0, 8);
      before = entries(storage);
      SqliteStorage.backup(root.resolve("one"), file);
      write(storage, 8, 1);
    }

    SqliteStorage.restore(file, root.resolve("two"));

    try (var storage = open("two")) {
      assertThat(entries(storage)).isEqualTo(before);
    }
  }

  @Test
  void rejectsADirectoryWithoutAStorage() {
    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> SqliteStorage.backup(root.resolve("none"), file))
        .withMessageContaining("missing");
    assertThat(root.resolve("none")).doesNotExist();
  }

  @Test
  void restoreIntoAnEmptyDirectorySkipsFarAhead() {
    List<StoredEntry> before;
    long last;
    try (var storage = open("one")) {
      last = write(storage, 0, 8);
      before = entries(storage);
      storage.backup(file);
    }

    SqliteStorage.restore(file, root.resolve("two"));

    try (var storage = open("two")) {
      assertThat(entries(storage)).isEqualTo(before);
      assertThat(done(storage.currentRevision())).isGreaterThan(last + 900_000_000);
      assertCompacted(storage, last);
      assertThat(storage.check()).isEmpty();
      assertThat(write(storage, 8, 1)).isGreaterThan(last + 900_000_000);
    }
    try (var storage = open("two")) {
      assertThat(done(storage.currentRevision())).isLessThan(last + 1_100_000_000);
    }
  }

  @Test
  void restoreSkipsRevisionsMadeAfterTheBackup() {
    List<StoredEntry> before;
    long backedUp;
    long last;
    try (var storage = open("one")) {
      backedUp = write(storage, 0, 8);
      before = entries(storage);
      storage.backup(file);
      last = write(storage, 8, 20);
    }

    SqliteStorage.restore(file, root.resolve("one"));

    try (var storage = open("one")) {
      assertThat(entries(storage)).isEqualTo(before);
      long current = done(storage.currentRevision());
      assertThat(current).isGreaterThan(last).isLessThan(last + 100_000);
      assertCompacted(storage, backedUp);
      assertCompacted(storage, last);
      assertThat(History.after(storage, current)).isEmpty();
    }
  }

  private static void assertCompacted(SqliteStorage storage, long revision) {
    assertThatExceptionOfType(CompactedException.class)
        .isThrownBy(() -> History.after(storage, revision));
    assertThatExceptionOfType(CompactedException.class)
        .isThrownBy(() -> storage.get(Key.of("key0"), revision));
  }

  @Test
  void restoreOfAnotherStorageSkipsTheRevisionsOfBoth() {
    try (var storage = open("one")) {
      write(storage, 0, 1);
      storage.backup(file);
    }
    long last;
    try (var storage = open("two")) {
      last = write(storage, 0, 30);
    }

    SqliteStorage.restore(file, root.resolve("two"));

    try (var storage = open("two")) {
      assertThat(done(storage.currentRevision())).isGreaterThan(last);
      assertCompacted(storage, last);
    }
  }

  @Test
  void backupDuringWritesIsConsistent() throws Exception {
    var stop = new AtomicBoolean();
    try (var storage = open("one")) {
      write(storage, 0, 1);
      var writer =
          CompletableFuture.runAsync(
              () -> {
                for (int step = 1; !stop.get(); step++) {
                  write(storage, step, 1);
                }
              });
      storage.backup(file);
      stop.set(true);
      writer.join();
    }

    SqliteStorage.restore(file, root.resolve("two"));

    try (var storage = open("two")) {
      assertThat(storage.check()).isEmpty();
      // The writer takes one step with each key in turn, so in a consistent backup all keys are at
      // most one step apart. A key that has just been deleted is absent.
      var steps = entries(storage).stream().map(History::step).distinct().toList();
      assertThat(steps).hasSizeBetween(0, 2);
    }
  }

  @Test
  void backupDoesNotOverwriteAFile() throws IOException {
    Files.writeString(file, "precious");
    try (var storage = open("one")) {
      assertThatExceptionOfType(StorageException.class)
          .isThrownBy(() -> storage.backup(file))
          .withMessageContaining("exists");
    }
    assertThat(Files.readString(file)).isEqualTo("precious");
  }

  /** A file that appeared during the backup was once replaced. */
  @Test
  void backupDoesNotOverwriteAFileThatAppearsMeanwhile() throws Exception {
    try (var storage = open("one");
        Connection connection = storage.database().openReader()) {
      assertThatExceptionOfType(StorageException.class)
          .isThrownBy(() -> Backup.write(creatingFileMeanwhile(connection), file))
          .withMessageContaining("exists");
    }
    assertThat(Files.readString(file)).isEqualTo("precious");
    assertThat(Backup.unfinished(file)).doesNotExist();
  }

  /** Returns a connection that creates the backup's target file before it runs a statement. */
  private Connection creatingFileMeanwhile(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              Files.writeString(file, "precious");
              return method.invoke(connection, arguments);
            });
  }

  /**
   * Writes, makes a backup and writes again. Makes the directory {@code two}, where a restore was
   * interrupted just before the new database is in place. Returns the entries at the end.
   */
  private List<StoredEntry> interruptRestore() throws IOException {
    Path two = root.resolve("two");
    List<StoredEntry> last;
    try (var storage = open("one")) {
      write(storage, 0, 8);
      storage.backup(file);
      write(storage, 8, 1);
      last = entries(storage);
      // Copied while it is open, so that the last writes are only in the write-ahead log.
      CutLogTest.copy(root.resolve("one"), two);
    }
    try (var data = DataDirectory.open(two)) {
      new ReplacedDatabase(data).setAside();
    }
    return last;
  }

  /** The old database once lost its write-ahead log. */
  @Test
  void interruptedRestoreKeepsTheWholeOldDatabase() throws IOException {
    List<StoredEntry> last = interruptRestore();
    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> open("two").close())
        .withMessageContainingAll("missing", "restore");

    Path two = root.resolve("two");
    for (String suffix : List.of("", "-wal")) {
      Files.move(two.resolve("listwatch.db.old" + suffix), two.resolve("listwatch.db" + suffix));
    }

    try (var storage = open("two")) {
      assertThat(entries(storage)).isEqualTo(last);
    }
  }

  @Test
  void interruptedRestoreCanBeRepeated() throws IOException {
    List<StoredEntry> last = interruptRestore();

    SqliteStorage.restore(file, root.resolve("two"));

    try (var storage = open("two")) {
      assertThat(entries(storage)).isNotEqualTo(last);
      assertThat(storage.check()).isEmpty();
    }
    try (var files = Files.list(root.resolve("two"))) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("listwatch.db", "revisions", "lock");
    }
  }

  @Test
  void restoreRejectsADamagedBackupAndChangesNothing() throws IOException {
    long last;
    try (var storage = open("one")) {
      last = write(storage, 0, 50);
      storage.backup(file);
    }
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    }

    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(() -> SqliteStorage.restore(file, root.resolve("one")))
        .withMessageContaining("another backup");

    try (var storage = open("one")) {
      assertThat(done(storage.currentRevision())).isEqualTo(last);
    }
  }

  @Test
  void restoreRejectsADirectoryInUse() {
    try (var storage = open("one")) {
      write(storage, 0, 1);
      storage.backup(file);

      assertThatExceptionOfType(StorageException.class)
          .isThrownBy(() -> SqliteStorage.restore(file, root.resolve("one")))
          .withMessageContaining("in use");
    }
  }

  @Test
  void restoreReportsProgress() throws IOException {
    try (var storage = open("one")) {
      fill(storage, 5, 400);
      storage.backup(file);
    }
    var copied = new RecordedProgress();
    var checked = new RecordedProgress();

    SqliteStorage.restore(file, root.resolve("two"), copied, checked);

    assertThat(copied.wholes).containsOnly(Files.size(file));
    assertThat(copied.last()).isEqualTo(Files.size(file));
    assertThat(checked.wholes).containsOnly(2_000L);
  }

  /**
   * Checks the constants of StepCounter: if they were wrong, so would be the estimate of the
   * remaining time.
   */
  @Test
  void checkEndsNearItsEstimatedTotal() {
    var few = new RecordedProgress();
    var many = new RecordedProgress();
    try (var storage = open("keys")) {
      fill(storage, 3_000, 1);
      assertThat(storage.check(few)).isEmpty();
    }
    try (var storage = open("changes")) {
      fill(storage, 5, 1_000);
      assertThat(storage.check(many)).isEmpty();
    }

    assertThat(few.wholes).containsOnly(3_000L);
    assertThat(few.dones).isSorted();
    assertThat(few.last()).isBetween(2_600L, 2_999L);
    assertThat(many.wholes).containsOnly(5_000L);
    assertThat(many.last()).isBetween(4_400L, 4_999L);
  }

  /** Writes without waiting for each write. */
  private static void fill(Storage storage, int keys, int times) {
    CompletionStage<Long> last = CompletableFuture.completedStage(0L);
    for (int i = 0; i < keys * times; i++) {
      last = storage.put(Key.of("key" + i % keys), new byte[100]);
    }
    assertThat(done(last)).isPositive();
  }

  private static final class RecordedProgress implements ProgressListener {
    private final List<Long> dones = new ArrayList<>();
    private final List<Long> wholes = new ArrayList<>();

    @Override
    public void reached(long done, long whole) {
      dones.add(done);
      wholes.add(whole);
    }

    long last() {
      return dones.get(dones.size() - 1);
    }
  }

  @Test
  void copiesFromMemoryAndBack() {
    try (var memory = MemoryStorage.open(clock);
        var sqlite = open("one");
        var again = MemoryStorage.open(clock)) {
      long last = write(memory, 0, 25);

      new StorageCopy(memory, sqlite).run();
      new StorageCopy(sqlite, again).run();

      assertThat(entries(sqlite)).extracting(History::step).containsOnly(24).hasSize(5);
      assertThat(entries(sqlite)).allMatch(entry -> entry.revision() > last);
      assertThat(entries(again)).extracting(History::step).containsOnly(24).hasSize(5);
    }
  }
}
