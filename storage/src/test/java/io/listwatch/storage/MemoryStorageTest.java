package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class MemoryStorageTest extends StorageContract {
  @Override
  protected StorageEngine engine() {
    return MemoryStorage::open;
  }

  /** Behaviour of this engine beyond the contract. */
  @Nested
  final class InMemory extends StorageFixture {
    @Override
    StorageEngine engine() {
      return clock -> MemoryStorage.open(clock, new Retention(5, Duration.ofMinutes(10)));
    }

    @Test
    void keepsTheConfiguredNumberOfRevisions() {
      long first = put("key", "value");
      for (int i = 0; i < 6; i++) {
        put("key", "value " + i);
      }

      assertThat(failure(() -> storage.get(key("key"), first), CompactedException.class).oldest())
          .isEqualTo(first + 1);
      assertThat(storage.get(key("key"), first + 1)).isPresent();
    }

    @Test
    void keepsRevisionsUpToTheConfiguredAge() {
      long first = put("key", "one");
      clock.advance(Duration.ofHours(1));
      long second = put("key", "two");
      clock.advance(Duration.ofMinutes(10));
      put("key", "three");
      assertThat(storage.get(key("key"), first)).as("current ten minutes ago").isPresent();
      clock.advance(Duration.ofMillis(1));

      put("key", "four");

      failure(() -> storage.get(key("key"), first), CompactedException.class);
      assertThat(storage.get(key("key"), second)).isPresent();
    }

    @Test
    void compactsByAgeWithoutFurtherWrites() {
      long first = put("key", "one");
      long second = put("key", "two");
      clock.advance(Duration.ofMinutes(10));
      assertThat(done(storage.keeps(first))).isTrue();

      clock.advance(Duration.ofMillis(1));

      assertThat(done(storage.keeps(first))).isFalse();
      failure(() -> storage.get(key("key"), first), CompactedException.class);
      assertThat(storage.get(key("key"), second)).isPresent();
    }

    @Test
    void unreadWatchFailsAsCompacted() {
      var watch = watch(ALL, currentRevision());
      for (int i = 0; i < 10; i++) {
        put("key", "value " + i);
      }

      failure(() -> next(watch), CompactedException.class);
    }

    @Test
    void watchWithoutChangesSurvivesCompaction() throws InterruptedException {
      var watch = watch(KeyRange.only(key("quiet")), currentRevision());
      watch.wakeUp();
      assertThat(watch.next()).isNull();
      for (int i = 0; i < 20; i++) {
        put("key", "value " + i);
      }

      long revision = put("quiet", "value");

      assertThat(next(watch).revision()).isEqualTo(revision);
    }

    @Test
    void keysExpireTogetherInOneRevision() {
      long last = 0;
      for (var name : List.of("a/1", "a/2", "b/1")) {
        last = done(storage.put(key(name), value("one"), Lifetime.of(Duration.ofSeconds(1))));
      }
      var everything = watch(ALL, last);
      var some = watch(KeyRange.prefix("a/"), last);

      clock.advance(Duration.ofSeconds(1));

      assertThat(next(everything).changes())
          .extracting(Change::key)
          .containsExactly(key("a/1"), key("a/2"), key("b/1"));
      assertThat(next(some).changes())
          .extracting(Change::key)
          .containsExactly(key("a/1"), key("a/2"));
      assertThat(currentRevision()).isEqualTo(last + 1);
    }

    @Test
    void closeCancelsTheTimer() {
      done(storage.put(key("key"), value("one"), Lifetime.of(Duration.ofHours(1))));
      done(storage.put(key("key"), value("one"), Lifetime.of(Duration.ofMinutes(1))));
      assertThat(clock.pending()).isOne();

      storage.close();

      assertThat(clock.pending()).isZero();
    }
  }
}
