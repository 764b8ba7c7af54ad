package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.seeds.TestSeeds;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.Key;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loses the end of the write-ahead log, like a disk that ignores syncs. */
final class CutLogTest {
  private static final int CUTS = Integer.getInteger("crash.cuts", 100);
  private static final int STEPS = 150;

  private final Path root;
  private final ManualStorageClock clock = new ManualStorageClock();

  CutLogTest(@TempDir Path root) {
    this.root = root;
  }

  @Test
  void keepsAPrefixOfHistoryAndReusesNoRevision() throws Exception {
    Path original = root.resolve("original");
    List<ChangeSet> written;
    try (var storage = open(original)) {
      write(storage, 0);
    }
    try (var storage = open(original)) {
      write(storage, STEPS);
      written = History.after(storage, 1);
      copy(original, root.resolve("crashed"));
    }
    assertThat(written).hasSize(2 * STEPS);
    long seed = Long.getLong("crash.seed", TestSeeds.of(CutLogTest.class));
    var random = new Random(seed);

    for (int i = 0; i < CUTS; i++) {
      Path cut = root.resolve("cut " + i);
      copy(root.resolve("crashed"), cut);
      damageEnd(cut.resolve("listwatch.db-wal"), random);
      try {
        checkPrefix(cut, written);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("cut %d of -Dcrash.seed=%d".formatted(i, seed), e);
      }
    }
  }

  private SqliteStorage open(Path directory) {
    return SqliteStorage.open(directory, clock, Retention.everything());
  }

  private static void write(SqliteStorage storage, int first) {
    for (int step = first; step < first + STEPS; step++) {
      done(History.take(storage, Key.of("key"), step));
    }
  }

  static void copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    try (var files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  /** Truncates the file or overwrites its end with zeros, like lost disk writes. */
  private static void damageEnd(Path log, Random random) throws IOException {
    try (var channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
      long size = channel.size();
      long end = (long) (random.nextDouble() * size);
      if (random.nextBoolean()) {
        channel.truncate(end);
      } else {
        channel.write(ByteBuffer.allocate((int) (size - end)), end);
      }
    }
  }

  private void checkPrefix(Path directory, List<ChangeSet> written) {
    long last = written.get(written.size() - 1).revision();
    try (var storage = open(directory)) {
      var left = History.after(storage, 1);
      assertThat(left).isEqualTo(written.subList(0, left.size()));
      assertThat(left.size()).as("what had been moved into the file").isGreaterThanOrEqualTo(STEPS);
      assertThat(done(storage.currentRevision())).isGreaterThan(last);

      long end = left.get(left.size() - 1).revision();
      assertThat(History.after(storage, end)).isEmpty();
      for (var lost : written.subList(left.size(), written.size())) {
        assertLost(storage, lost.revision());
      }
      long next = done(storage.put(Key.of("other"), new byte[0]));
      assertThat(next).isGreaterThan(last);
      assertThat(History.after(storage, end)).extracting(ChangeSet::revision).containsExactly(next);
    }
  }

  private static void assertLost(SqliteStorage storage, long revision) {
    assertThatExceptionOfType(CompactedException.class)
        .isThrownBy(() -> storage.get(Key.of("key"), revision));
    assertThatExceptionOfType(CompactedException.class)
        .isThrownBy(() -> History.after(storage, revision));
  }
}
