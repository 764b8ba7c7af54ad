package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of a {@link Storage} as source and target of a {@link StorageCopy}. */
abstract class StorageCopyingContract extends StorageFixture {
  private static final Duration HOUR = Duration.ofHours(1);

  Storage target;

  @BeforeEach
  void openTarget() {
    target = another();
  }

  @Test
  void copyHasTheSameEntries() {
    for (int i = 0; i < 1_234; i++) {
      put("key " + i, "value " + i);
    }
    done(storage.put(Key.EMPTY, new byte[0]));
    done(storage.put(key(0xff, 0xff), value("last")));
    delete("key 7");

    new StorageCopy(storage, target).run();

    assertThat(values(target)).isEqualTo(values(storage)).hasSize(1_235);
  }

  private static Map<Key, String> values(Storage storage) {
    var values = new HashMap<Key, String>();
    var reader = new PageReader(storage.range(ALL, 100), rest -> storage.range(rest, 100));
    for (var entry = reader.head(); entry != null; entry = reader.head()) {
      values.put(entry.key(), text(entry));
      reader.advance();
    }
    return values;
  }

  @Test
  void revisionsOfTheCopyAreGreaterThanThoseOfTheSource() {
    put("a", "one");
    for (int i = 0; i < 20; i++) {
      put("b", "value " + i);
    }
    delete("b");
    long last = currentRevision();

    long revision = new StorageCopy(storage, target).run();

    assertThat(target.get(key("a")).orElseThrow().revision()).isGreaterThan(last);
    assertThat(target.get(key("a")).orElseThrow().createRevision()).isGreaterThan(last);
    assertThat(revision).isGreaterThan(last).isLessThanOrEqualTo(done(target.currentRevision()));
    assertThat(done(target.put(key("c"), value("one")))).isGreaterThan(revision);
  }

  @Test
  void revisionsOfTheSourceAreCompactedInTheCopy() {
    long first = put("a", "one");
    long last = put("b", "one");

    long revision = new StorageCopy(storage, target).run();

    for (long held : new long[] {first, last}) {
      failure(() -> target.get(key("a"), held), CompactedException.class);
      try (var watch = target.watch(ALL, held)) {
        var failure = failure(() -> next(watch), CompactedException.class);
        assertThat(failure.oldest()).isGreaterThanOrEqualTo(revision);
      }
    }
    try (var watch = target.watch(ALL, revision)) {
      long next = done(target.put(key("a"), value("two")));
      assertThat(next(watch).revision()).isEqualTo(next);
    }
  }

  @Test
  void copyKeepsTheTimeToLive() {
    done(storage.put(key("expires"), value("one"), Lifetime.of(HOUR)));
    put("stays", "one");

    new StorageCopy(storage, target).run();

    assertThat(target.timeToLive(key("expires")).orElseThrow())
        .isBetween(HOUR.minusMinutes(2), HOUR.plusMinutes(2));
    assertThat(target.timeToLive(key("stays"))).isEmpty();
  }

  @Test
  void copiesAnEmptyStorage() {
    put("a", "one");
    delete("a");
    long last = currentRevision();

    new StorageCopy(storage, target).run();

    assertThat(target.count(ALL)).isZero();
    assertThat(done(target.put(key("a"), value("two")))).isGreaterThan(last);
  }

  @Test
  void rejectsATargetThatIsNotEmpty() {
    put("a", "one");
    done(target.put(key("b"), value("one")));

    failure(() -> new StorageCopy(storage, target).run(), StorageException.class);

    assertThat(values(target)).containsOnlyKeys(key("b"));
  }
}
