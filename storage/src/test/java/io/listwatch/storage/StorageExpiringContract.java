package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Contract of keys with a limited lifetime. */
abstract class StorageExpiringContract extends StorageFixture {
  private static final Key KEY = key("key");
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Longer than any test advances the clock. */
  private static final Duration LONG = Duration.ofHours(1);

  @Test
  void keyIsDeletedAfterItsLifetime() {
    long written = done(storage.create(KEY, value("one"), Lifetime.of(SHORT)));
    var watch = watch(ALL, written);

    engine().pass(clock, SHORT);

    var set = next(watch);
    assertThat(set.revision()).isGreaterThan(written);
    assertThat(set.changes())
        .containsExactly(
            new Change.Deleted(new StoredEntry(KEY, value("one"), written, written, true)));
    assertThat(storage.get(KEY)).isEmpty();
    assertThat(currentRevision()).isGreaterThanOrEqualTo(set.revision());
    assertThat(storage.get(KEY, written)).isPresent();
  }

  @Test
  void keyIsNotDeletedBeforeItsLifetimeEnds() {
    assumeTrue(engine().followsClock(), "etcd measures lifetimes by its own clock");
    done(storage.create(KEY, value("one"), Lifetime.of(SHORT)));

    engine().pass(clock, SHORT.minusMillis(1));

    assertThat(storage.get(KEY)).isPresent();
  }

  @Test
  void entryShowsWhetherItExpires() {
    done(storage.put(KEY, value("one"), Lifetime.of(LONG)));

    assertThat(storage.get(KEY).orElseThrow().expires()).isTrue();
    assertThat(storage.range(ALL, 1).entries().get(0).expires()).isTrue();

    put("key", "two");

    assertThat(storage.get(KEY).orElseThrow().expires()).isFalse();
  }

  @Test
  void returnsTheRemainingTimeToLive() {
    done(storage.put(KEY, value("one"), Lifetime.of(LONG)));

    // An engine may round up, by a minute at most.
    assertThat(storage.timeToLive(KEY).orElseThrow())
        .isBetween(LONG.minusMinutes(1), LONG.plusMinutes(1));
    assertThat(storage.timeToLive(key("absent"))).isEmpty();

    put("key", "two");

    assertThat(storage.timeToLive(KEY)).isEmpty();
  }

  @Test
  void writeReplacesTheTimeToLive() {
    done(storage.put(key("forever"), value("one"), Lifetime.of(SHORT)));
    done(storage.put(key("long"), value("one"), Lifetime.of(SHORT)));
    long written = done(storage.put(key("short"), value("one"), Lifetime.of(LONG)));
    put("forever", "two");
    done(storage.put(key("long"), value("two"), Lifetime.of(LONG)));
    long last = done(storage.update(key("short"), value("two"), written, Lifetime.of(SHORT)));
    var watch = watch(ALL, last);

    engine().pass(clock, SHORT.plus(SECOND));

    assertThat(next(watch).changes()).extracting(Change::key).containsExactly(key("short"));
    assertThat(keys(storage.range(ALL, NO_LIMIT).entries()))
        .containsExactly(key("forever"), key("long"));
  }

  @Test
  void recreatedKeyDoesNotInheritTheTimeToLive() {
    done(storage.put(KEY, value("one"), Lifetime.of(SHORT)));
    // With a real clock, the key may have expired already.
    done(storage.delete(KEY));
    put("key", "two");
    long last = done(storage.put(key("witness"), value("one"), Lifetime.of(SHORT.plus(SECOND))));
    var watch = watch(ALL, last);

    engine().pass(clock, SHORT.plus(SECOND));

    assertThat(next(watch).changes()).extracting(Change::key).containsExactly(key("witness"));
    assertThat(storage.get(KEY)).isPresent();
  }

  @Test
  void allKeysThatExpireTogetherAreDeleted() {
    var expected = new TreeSet<Key>();
    long start = currentRevision();
    for (int i = 0; i < 50; i++) {
      expected.add(key("key " + i));
      done(storage.create(key("key " + i), value("one"), Lifetime.of(SHORT)));
    }
    put("stays", "one");
    // Watches from the start: with a real clock, the first key may expire before the last is
    // written.
    var watch = watch(ALL, start);

    engine().pass(clock, SHORT);

    long revision = start;
    var seen = new TreeSet<Key>();
    while (seen.size() < expected.size()) {
      var set = next(watch);
      assertThat(set.revision()).isGreaterThan(revision);
      revision = set.revision();
      set.changes().stream()
          .filter(change -> change instanceof Change.Deleted)
          .forEach(change -> assertThat(seen.add(change.key())).isTrue());
    }
    assertThat(seen).isEqualTo(expected);
    assertThat(keys(storage.range(ALL, NO_LIMIT).entries())).isEqualTo(List.of(key("stays")));
  }

  @Test
  void conditionalWriteConflictsWithExpiry() {
    long written = done(storage.create(KEY, value("one"), Lifetime.of(SHORT)));
    var watch = watch(ALL, written);
    engine().pass(clock, SHORT);
    next(watch);

    var conflict =
        failure(storage.update(KEY, value("two"), written), RevisionConflictException.class);

    assertThat(conflict.current()).isEmpty();
  }
}
