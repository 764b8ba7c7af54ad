package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.StorageFixture.ALL;
import static io.listwatch.storage.StorageFixture.key;
import static io.listwatch.storage.StorageFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Rewriting all values of a storage, and checking them. */
final class StorageMigrationTest {
  private final ManualStorageClock clock = new ManualStorageClock();
  private final MemoryStorage storage = MemoryStorage.open(clock);

  private static StorageMigration.Result migrate(Storage storage, StoredFormat target) {
    return new StorageMigration(storage, target, passed -> {}).run();
  }

  private StoredEntry entry(String key) {
    return storage.get(key(key)).orElseThrow();
  }

  private void store(StoredFormat format, String key, String json) {
    done(storage.put(key(key), StoredValue.encode(format, key(key), value(json))));
  }

  private void putDamaged(String key) {
    byte[] value = StoredValue.encode(StoredFormat.CHECKED, key(key), value("{}"));
    value[value.length - 1] ^= 1;
    done(storage.put(key(key), value));
  }

  @Test
  void rewritesToTheOtherFormatAndBack() {
    for (int i = 0; i < 1_234; i++) {
      store(StoredFormat.JSON, "key " + i, "{\"is\":" + i + "}");
    }
    store(StoredFormat.CHECKED, "done", "{}");
    long untouched = entry("done").revision();

    assertThat(migrate(storage, StoredFormat.CHECKED).rewritten()).isEqualTo(1_234);

    assertThat(storage.format()).isEqualTo(StoredFormat.CHECKED);
    assertThat(storage.range(ALL, 2_000).entries())
        .allMatch(each -> StoredValue.format(each) == StoredFormat.CHECKED);
    assertThat(StoredValue.decode(entry("key 7")).json()).isEqualTo(value("{\"is\":7}"));
    assertThat(entry("done").revision()).isEqualTo(untouched);

    assertThat(migrate(storage, StoredFormat.JSON).rewritten()).isEqualTo(1_235);

    assertThat(storage.format()).isEqualTo(StoredFormat.JSON);
    assertThat(entry("key 7").value()).isEqualTo(value("{\"is\":7}"));
  }

  @Test
  void keepsTheTimeToLive() {
    done(storage.put(key("expires"), value("{}"), Lifetime.of(Duration.ofMinutes(10))));
    clock.advance(Duration.ofMinutes(4));

    migrate(storage, StoredFormat.CHECKED);

    assertThat(storage.timeToLive(key("expires"))).contains(Duration.ofMinutes(6));
  }

  @Test
  void concurrentWriteWins() {
    store(StoredFormat.JSON, "a", "{\"old\":1}");
    var meanwhile =
        new ForwardingStorage(storage) {
          @Override
          public CompletionStage<Long> update(
              Key key, byte[] value, long expectedRevision, Lifetime lifetime) {
            store(StoredFormat.CHECKED, "a", "{\"new\":1}");
            return super.update(key, value, expectedRevision, lifetime);
          }
        };

    var result = migrate(meanwhile, StoredFormat.CHECKED);

    assertThat(result.left()).isZero();
    assertThat(StoredValue.decode(entry("a")).json()).isEqualTo(value("{\"new\":1}"));
  }

  /** A server that has not noticed the older format yet may write the newer one once more. */
  @Test
  void downgradeRewritesValuesWrittenDuringTheSwitch() {
    done(storage.setFormat(StoredFormat.CHECKED));
    var meanwhile =
        new ForwardingStorage(storage) {
          @Override
          public CompletionStage<Void> setFormat(StoredFormat format) {
            store(StoredFormat.CHECKED, "late", "{}");
            return super.setFormat(format);
          }
        };

    migrate(meanwhile, StoredFormat.JSON);

    assertThat(entry("late").value()).isEqualTo(value("{}"));
  }

  @Test
  void namesValuesThatCannotBeRewritten() {
    done(storage.setFormat(StoredFormat.CHECKED));
    putDamaged("damaged");
    store(StoredFormat.CHECKED, "intact", "{}");

    var result = migrate(storage, StoredFormat.JSON);

    assertThat(result.left()).isEqualTo(1);
    assertThat(result.problems()).singleElement().asString().startsWith("damaged: value: checksum");
    assertThat(entry("intact").value()).isEqualTo(value("{}"));
  }

  @Test
  void leavesValuesThatWouldBecomeTooLarge() {
    done(storage.put(key("large"), new byte[storage.maxValueBytes()]));

    var result = migrate(storage, StoredFormat.CHECKED);

    assertThat(result.problems()).singleElement().asString().startsWith("large: ");
    assertThat(storage.format()).isEqualTo(StoredFormat.CHECKED);
  }

  @Test
  void checkNamesDamagedValuesAndCountsAll() {
    store(StoredFormat.JSON, "a", "{}");
    putDamaged("b");
    store(StoredFormat.CHECKED, "c", "{}");
    var told = new ArrayList<Long>();

    assertThat(new ValueCheck(storage, told::add).run())
        .singleElement()
        .asString()
        .startsWith("b at revision " + entry("b").revision() + ": value: checksum");
    assertThat(told).containsExactly(1L, 2L, 3L);
  }

  @Test
  void checkStopsAfterManyDamagedValues() {
    for (int i = 0; i < 150; i++) {
      putDamaged("key " + i);
    }

    assertThat(new ValueCheck(storage, passed -> {}).run()).hasSize(101);
  }

  @Test
  void copyHasTheFormatOfItsSource() {
    var target = MemoryStorage.open(clock);
    store(StoredFormat.CHECKED, "a", "{}");
    done(storage.setFormat(StoredFormat.CHECKED));

    new StorageCopy(storage, target).run();

    assertThat(target.format()).isEqualTo(StoredFormat.CHECKED);
  }
}
