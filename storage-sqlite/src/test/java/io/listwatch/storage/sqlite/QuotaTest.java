package io.listwatch.storage.sqlite;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.listwatch.storage.CompactedException;
import io.listwatch.storage.Key;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Retention;
import io.listwatch.storage.Stages;
import io.listwatch.storage.StorageFullException;
import io.listwatch.storage.StorageUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database that reaches its quota. */
@Timeout(120)
final class QuotaTest {
  private static final long QUOTA = 4 << 20;
  private static final int VALUE = 32 << 10;
  private static final int LARGE = 1_400_000;
  private static final Retention RETENTION =
      new Retention(Integer.MAX_VALUE, Duration.ofMinutes(10));

  @TempDir private Path directory = Path.of("");
  private final ManualStorageClock clock = new ManualStorageClock();
  private SqliteStorage storage;

  @BeforeEach
  void open() {
    storage = open(QUOTA);
  }

  private SqliteStorage open(long quota) {
    return SqliteStorage.open(directory, clock, RETENTION, quota);
  }

  @AfterEach
  void close() {
    storage.close();
  }

  private static Key key(int number) {
    return Key.of("key " + number);
  }

  private long create(int number) {
    return done(storage.create(key(number), new byte[VALUE]));
  }

  /** Creates keys until one is rejected. Returns how many there are. */
  private int fill() {
    int count = 0;
    try {
      while (count < 1_000) {
        create(count);
        count++;
      }
      throw new AssertionError("no quota");
    } catch (StorageFullException expected) {
      return count;
    }
  }

  private StorageUsage usage() {
    return storage.usage().orElseThrow();
  }

  private void assertFull(Runnable write) {
    assertThatExceptionOfType(StorageFullException.class)
        .isThrownBy(write::run)
        .withMessageContaining("quota of 4.0 MiB")
        .withMessageContaining("delete objects");
  }

  @Test
  void rejectsCreatesAtTheQuota() {
    int count = fill();

    assertFull(() -> create(count));
    assertThat((long) count * VALUE).isBetween(QUOTA / 2, QUOTA + QUOTA / 8);
    assertThat(usage().full()).isTrue();
    assertThat(usage().quota()).isEqualTo(QUOTA);
    assertThat(usage().bytes()).isBetween(QUOTA, QUOTA + QUOTA / 8);
    assertThat(usage().logBytes()).isPositive();
  }

  @Test
  void readsDeletesAndSmallUpdatesStillWork() {
    fill();

    done(storage.delete(key(0)));
    done(storage.put(key(1), new byte[VALUE]));
    done(storage.put(key(2), new byte[VALUE + Quota.MAX_GROWTH]));
    assertThat(storage.get(key(3))).isPresent();
    assertFull(() -> done(storage.put(key(4), new byte[VALUE + Quota.MAX_GROWTH + 1])));
  }

  /** The reserve was a sixteenth of the quota, less than one object on a small database. */
  @Test
  void objectThatReachesTheLeastQuotaLeavesReserve() {
    storage.close();
    storage = open(SqliteStorage.MIN_QUOTA);
    done(storage.create(key(0), new byte[LARGE]));

    assertThatExceptionOfType(StorageFullException.class).isThrownBy(() -> create(1));
    done(storage.put(key(0), new byte[LARGE + 100]));
    done(storage.delete(key(0)));
  }

  /** The writer commits them in groups of 8 MiB, which are measured once. */
  @Test
  void concurrentWritesThatReachTheQuotaLeaveReserve() {
    var creates =
        IntStream.range(0, 12).mapToObj(i -> storage.create(key(i), new byte[LARGE])).toList();
    long created = creates.stream().filter(QuotaTest::succeeds).count();

    assertThat(created).isBetween(3L, 11L);
    assertFull(() -> create(100));
    done(storage.put(key(0), new byte[LARGE + 100]));
  }

  private static boolean succeeds(CompletionStage<?> write) {
    try {
      done(write);
      return true;
    } catch (StorageFullException full) {
      return false;
    }
  }

  @Test
  void updatesMayNotGrowBeyondTheReserve() {
    fill();
    while (usage().bytes() < QUOTA + Quota.MIN_RESERVE) {
      done(storage.put(key(1), new byte[VALUE]));
    }

    assertFull(() -> done(storage.put(key(1), new byte[VALUE + 1])));
    done(storage.put(key(1), new byte[VALUE]));
    done(storage.delete(key(1)));
  }

  /** Updates once filled the disk with the history of a single key. */
  @Test
  void historyIsShortOnceTheReserveIsUsedUp() {
    fill();
    long first = done(storage.put(key(1), new byte[VALUE]));

    for (int i = 0; i < 3 * Quota.MIN_HISTORY; i += 100) {
      var updates =
          IntStream.range(0, 100).mapToObj(each -> storage.put(key(1), new byte[VALUE])).toList();
      updates.forEach(Stages::done);
    }

    assertThat(usage().bytes()).isLessThan(QUOTA + 2L * Quota.MIN_HISTORY * VALUE);
    assertThatExceptionOfType(CompactedException.class)
        .isThrownBy(() -> storage.get(key(1), first));
    assertThat(storage.get(key(1))).isPresent();
    done(storage.delete(key(1)));
  }

  @Test
  void acceptsWritesAgainAfterDeletesAndCompaction() {
    int count = fill();
    for (int i = 0; i < count / 2; i++) {
      done(storage.delete(key(i)));
    }
    assertFull(() -> create(count));

    clock.advance(Duration.ofHours(1));

    // The writer compacts in the background.
    await().until(() -> !usage().full());
    create(count);
    assertThat(usage().bytes()).isLessThan(QUOTA);
  }

  @Test
  void staysFullIfLittleSpaceIsFreed() {
    int count = fill();
    done(storage.delete(key(0)));

    done(storage.compact(done(storage.currentRevision())));

    assertFull(() -> create(count));
  }

  @Test
  void staysFullAfterReopening() {
    int count = fill();
    storage.close();

    storage = open(QUOTA);

    assertThat(usage().full()).isTrue();
    assertFull(() -> create(count));
  }

  @Test
  void largerQuotaAllowsWritesAgain() {
    int count = fill();
    storage.close();

    storage = open(2 * QUOTA);

    assertThat(create(count)).isPositive();
  }

  @Test
  void withoutQuotaNothingIsRejected() {
    storage.close();
    storage = open(0);

    for (int i = 0; i < 200; i++) {
      create(i);
    }

    assertThat(usage().full()).isFalse();
    assertThat(usage().bytes()).isGreaterThan(QUOTA);
  }

  @Test
  void rejectsQuotaTooSmallForTheTables() {
    storage.close();

    assertThatIllegalArgumentException().isThrownBy(() -> open(SqliteStorage.MIN_QUOTA - 1));
  }
}
