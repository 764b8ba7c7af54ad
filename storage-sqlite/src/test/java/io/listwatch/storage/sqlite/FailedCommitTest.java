package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.storage.BlockingWatch;
import io.listwatch.storage.ChangeSet;
import io.listwatch.storage.CompactedException;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.Lifetime;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import io.listwatch.storage.UnknownOutcomeException;
import io.listwatch.storage.sqlite.FaultyDisk.Fault;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A commit fails although it may have taken effect. Later writes once reused its revision and
 * failed, or got later revisions while watches never delivered the committed change.
 */
@Timeout(60)
final class FailedCommitTest {
  private static final Key FIRST = Key.of("first");
  private static final Key FAILED = Key.of("failed");
  private static final Key LAST = Key.of("last");

  private final FaultyDisk disk = new FaultyDisk();
  private final ManualStorageClock clock = new ManualStorageClock();
  private final SqliteStorage storage;
  private final BlockingWatch watch;
  private final long first;

  FailedCommitTest(@TempDir Path root) throws InterruptedException {
    storage = SqliteStorage.open(root.resolve("data"), clock, Retention.everything(), disk::attach);
    first = done(storage.put(FIRST, new byte[0]));
    watch = watchAfter(first - 1);
    assertThat(next(watch)).isEqualTo(first);
  }

  private BlockingWatch watchAfter(long revision) {
    return new BlockingWatch(onReadable -> storage.watch(KeyRange.all(), revision, onReadable));
  }

  /** Returns the revision of the next change. */
  private static long next(BlockingWatch watch) throws InterruptedException {
    ChangeSet set = Objects.requireNonNull(watch.next());
    assertThat(set.changes()).hasSize(1);
    return set.revision();
  }

  private void failPut(Fault fault) {
    disk.failNext(fault);
    assertFails(storage.put(FAILED, new byte[0]));
  }

  private static void assertFails(CompletionStage<?> write) {
    assertThatExceptionOfType(UnknownOutcomeException.class)
        .isThrownBy(() -> done(write))
        .withMessageContaining("disk I/O error");
  }

  @AfterEach
  void check() {
    assertThat(storage.check()).isEmpty();
    watch.close();
    storage.close();
  }

  @Test
  void appliedChangeReachesWatchesWithoutFurtherWrites() throws InterruptedException {
    failPut(Fault.AFTER_COMMIT);

    assertThat(next(watch)).isEqualTo(first + 1);
    assertThat(done(storage.currentRevision())).isEqualTo(first + 1);
    assertThat(storage.get(FAILED)).isPresent();
  }

  @Test
  void writesContinueAfterAnAppliedChange() throws InterruptedException {
    failPut(Fault.AFTER_COMMIT);

    assertThat(done(storage.put(LAST, new byte[0]))).isEqualTo(first + 2);

    assertThat(next(watch)).isEqualTo(first + 1);
    assertThat(next(watch)).isEqualTo(first + 2);
    assertThat(History.after(storage, first)).hasSize(2);
  }

  @Test
  void watchesMissNothingIfReadersSawTheAppliedChangeFirst() throws InterruptedException {
    failPut(Fault.AFTER_COMMIT);
    assertThat(storage.range(KeyRange.all(), 10).revision()).isEqualTo(first + 1);

    assertThat(done(storage.put(LAST, new byte[0]))).isEqualTo(first + 2);

    assertThat(next(watch)).isEqualTo(first + 1);
    assertThat(next(watch)).isEqualTo(first + 2);
  }

  @Test
  void appliedKeyExpires() throws InterruptedException {
    disk.failNext(Fault.AFTER_COMMIT);
    assertFails(storage.put(FAILED, new byte[0], Lifetime.of(Duration.ofHours(1))));
    assertThat(next(watch)).isEqualTo(first + 1);
    // The writer has set its timer once it acknowledges another write.
    done(storage.put(LAST, new byte[0]));
    assertThat(next(watch)).isEqualTo(first + 2);

    clock.advance(Duration.ofHours(1));

    assertThat(next(watch)).isEqualTo(first + 3);
    assertThat(storage.get(FAILED)).isEmpty();
  }

  @Test
  void appliedJumpExpiresWatches() {
    disk.failNext(Fault.AFTER_COMMIT);
    assertFails(storage.advanceTo(1_000));

    assertThat(done(storage.put(LAST, new byte[0]))).isEqualTo(1_001);

    assertThatExceptionOfType(CompactedException.class).isThrownBy(watch::next);
  }

  @Test
  void unappliedChangeLeavesNoTrace() throws InterruptedException {
    failPut(Fault.BEFORE_COMMIT);

    assertThat(done(storage.put(LAST, new byte[0]))).isEqualTo(first + 1);

    assertThat(next(watch)).isEqualTo(first + 1);
    assertThat(storage.get(FAILED)).isEmpty();
  }

  @Test
  void databaseThatLostAcknowledgedWritesReusesNoRevision() throws Exception {
    long lost = done(storage.put(FAILED, new byte[0]));
    assertThat(next(watch)).isEqualTo(lost);
    forget(FAILED, lost);
    failPut(Fault.BEFORE_COMMIT);

    assertThat(done(storage.put(LAST, new byte[0]))).isGreaterThan(lost);

    assertThatExceptionOfType(CompactedException.class).isThrownBy(watch::next);
    assertThatExceptionOfType(CompactedException.class).isThrownBy(() -> storage.get(FAILED, lost));
  }

  /** Removes a key and its only revision, like a disk that loses a write. */
  private void forget(Key key, long revision) throws SQLException {
    try (var connection = new Database(storage.database().file()).openWriter()) {
      Database.run(connection, "DELETE FROM head WHERE CAST(key AS TEXT) = '%s'".formatted(key));
      Database.run(connection, "DELETE FROM log WHERE rev = " + revision);
    }
  }
}
