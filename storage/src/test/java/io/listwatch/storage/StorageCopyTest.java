package io.listwatch.storage;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.StorageFixture.ALL;
import static io.listwatch.storage.StorageFixture.failure;
import static io.listwatch.storage.StorageFixture.key;
import static io.listwatch.storage.StorageFixture.keys;
import static io.listwatch.storage.StorageFixture.texts;
import static io.listwatch.storage.StorageFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A {@link StorageCopy} whose source changes while it is copied. */
final class StorageCopyTest {
  private final ManualStorageClock clock = new ManualStorageClock();
  private final MemoryStorage source = MemoryStorage.open(clock);
  private final MemoryStorage target = MemoryStorage.open(clock);

  @Test
  void copiesConcurrentWrites() {
    done(source.put(key("changed"), value("old")));
    done(source.put(key("deleted"), value("old")));
    var meanwhile =
        new Meanwhile(
            1,
            () -> {
              done(source.put(key("changed"), value("new")));
              done(source.delete(key("deleted")));
              done(source.put(key("created"), value("new")));
            });

    new StorageCopy(source, meanwhile).run();

    assertThat(texts(target.range(ALL, 10).entries()))
        .containsExactly("changed=new", "created=new");
    assertThat(target.get(key("changed")).orElseThrow().revision())
        .isGreaterThan(done(source.currentRevision()));
  }

  @Test
  void reportsProgressAfterEachKeyOfBothPasses() {
    done(source.put(key("a"), value("one")));
    done(source.put(key("b"), value("one")));
    var told = new ArrayList<Long>();

    new StorageCopy(source, target, told::add).run();

    assertThat(told).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void doesNotCopyKeysThatExpireMeanwhile() {
    done(source.put(key("expires"), value("one"), Lifetime.of(Duration.ofSeconds(1))));
    done(source.put(key("stays"), value("one")));

    new StorageCopy(source, new Meanwhile(1, () -> clock.advance(Duration.ofSeconds(1)))).run();

    assertThat(keys(target.range(ALL, 10).entries())).containsExactly(key("stays"));
  }

  @Test
  void givesUpOnASourceThatKeepsChanging() {
    done(source.put(key("a"), value("one")));
    var meanwhile =
        new Meanwhile(
            Integer.MAX_VALUE,
            () -> done(source.put(key("a"), value(source.get(key("a")).orElseThrow() + "more"))));

    failure(() -> new StorageCopy(source, meanwhile).run(), StorageUnavailableException.class);
  }

  @Test
  void failedWriteEndsTheCopy() {
    done(source.put(key("a"), value("one")));

    failure(
        () -> new StorageCopy(source, new Meanwhile(1, target::close)).run(),
        StorageClosedException.class);
  }

  /** The target, which runs an action before each of its first puts. */
  private final class Meanwhile extends ForwardingStorage {
    private final Runnable action;
    private int times;

    private Meanwhile(int times, Runnable action) {
      super(target);
      this.times = times;
      this.action = action;
    }

    @Override
    public CompletionStage<Long> put(Key key, byte[] value, Lifetime lifetime) {
      if (times-- > 0) {
        action.run();
      }
      return super.put(key, value, lifetime);
    }
  }
}
