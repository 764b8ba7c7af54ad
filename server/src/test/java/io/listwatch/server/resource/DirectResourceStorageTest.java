package io.listwatch.server.resource;

import static io.listwatch.server.resource.Things.join;
import static io.listwatch.server.resource.Things.key;
import static io.listwatch.server.resource.Things.put;
import static io.listwatch.server.resource.Things.thing;
import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.ApiException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.VersionMatch;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import io.listwatch.storage.ForwardingStorage;
import io.listwatch.storage.Key;
import io.listwatch.storage.KeyRange;
import io.listwatch.storage.RangePage;
import io.listwatch.storage.StoredEntry;
import io.listwatch.storage.StoredFormat;
import io.listwatch.storage.StoredValue;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class DirectResourceStorageTest extends ResourceStorageContract {
  private final ResourceStorage resources =
      new DirectResourceStorage(storage, Things.codec(), workers, Metrics.none());

  @Override
  protected ResourceStorage resources() {
    return resources;
  }

  @Test
  void createSkipsTheReadBeforeTheWrite() {
    var reads = new AtomicInteger();
    var counting =
        new ForwardingStorage(storage) {
          @Override
          public Optional<StoredEntry> get(Key key) {
            reads.incrementAndGet();
            return super.get(key);
          }
        };
    var counted = new DirectResourceStorage(counting, Things.codec(), workers, Metrics.none());

    Resource created = join(counted.write(key("a"), Things.expectingNone(put(thing("a", "red")))));

    assertThat(Things.colour(created)).isEqualTo("red");
    assertThat(reads).hasValue(0);
  }

  private WatchReader watch(EventBudget budget, TestLoop loop) {
    var budgeted =
        new DirectResourceStorage(storage, Things.codec(), workers, Metrics.none(), budget);
    var request =
        new WatchRequest(
            ResourceScope.ALL,
            LabelSelector.everything(),
            FieldSelector.everything(),
            VersionMatch.mostRecent(),
            InitialEvents.MARKED,
            true,
            false);
    return new WatchReader(budgeted, request, loop);
  }

  /** Each unread watch kept up to a megabyte, without a limit for all watches together. */
  @Test
  void endsUnreadWatchBeyondTheEventBudget() {
    for (int i = 0; i < 150; i++) {
      write("thing-" + i, "x".repeat(1_000));
    }
    var budget = new EventBudget(150_000);
    try (var loop = new TestLoop();
        WatchReader unread = watch(budget, loop)) {
      await().until(() -> budget.used() > 100_000);

      try (WatchReader read = watch(budget, loop)) {
        assertThat(read.next(151)).last().asString().startsWith("END");
        unread.awaitEnd();
      }

      assertThat(budget.used()).isZero();
    }
  }

  /** Only watches with a full buffer ended, so that many with a single event took any memory. */
  @Test
  void endsWatchesWithOneUnreadEventEachBeforeOneThatIsRead() {
    write("large", "x".repeat(100_000));
    var budget = new EventBudget(1_000_000);
    var unread = new ArrayList<WatchReader>();
    try (var loop = new TestLoop()) {
      for (int i = 1; i <= 8; i++) {
        unread.add(watch(budget, loop));
        // Each gets its event before the next one, which makes the first one unread longest.
        long bytes = i * 100_000L;
        await().until(() -> budget.used() > bytes);
      }
      try (WatchReader read = watch(budget, loop)) {
        assertThat(read.next(2)).last().asString().startsWith("END");

        write("another", "x".repeat(100_000));

        await().until(() -> budget.used() <= 1_000_000 && unread.get(0).watch().ended());
        assertThat(read.next(1)).singleElement().asString().startsWith("ADDED default/another");
        assertThat(read.watch().ended()).isFalse();
      }
      unread.forEach(WatchReader::close);
      assertThat(budget.used()).isZero();
    }
  }

  /** A client that reads no initial events is disconnected after a minute, with a cache or not. */
  @Test
  void watchIsInitializingUntilItsInitialEventsAreRead() {
    write("a", "red");
    try (var loop = new TestLoop();
        WatchReader reader = watch(EventBudget.ofHeap(), loop)) {
      assertThat(loop.call(reader.watch()::hasInitialEvents)).isTrue();

      assertThat(reader.next(1)).containsExactly("ADDED default/a@2");
      assertThat(loop.call(reader.watch()::hasInitialEvents)).isTrue();
      reader.next(1);

      assertThat(loop.call(reader.watch()::hasInitialEvents)).isFalse();
    }
  }

  private StoredEntry stored(String name) {
    return storage.get(Things.codec().keys().key(key(name))).orElseThrow();
  }

  @Test
  void writesTheFormatOfTheStorage() {
    join(storage.setFormat(StoredFormat.CHECKED));

    Resource written = join(resources.write(key("a"), put(thing("a", "red"))));

    assertThat(StoredValue.format(stored("a"))).isEqualTo(StoredFormat.CHECKED);
    assertThat(join(resources.get(key("a"), VersionMatch.mostRecent()))).contains(written);
  }

  @Test
  void unchangedObjectKeepsItsFormatAndRevision() {
    Resource written = join(resources.write(key("a"), put(thing("a", "red"))));
    join(storage.setFormat(StoredFormat.CHECKED));

    Resource again = join(resources.write(key("a"), put(thing("a", "red"))));

    assertThat(again.version()).isEqualTo(written.version());
    assertThat(StoredValue.format(stored("a"))).isEqualTo(StoredFormat.JSON);
  }

  @Test
  void changedObjectGetsTheFormatOfTheStorage() {
    join(resources.write(key("a"), put(thing("a", "red"))));
    join(storage.setFormat(StoredFormat.CHECKED));

    join(resources.write(key("a"), put(thing("a", "blue"))));

    assertThat(StoredValue.format(stored("a"))).isEqualTo(StoredFormat.CHECKED);
  }

  @Test
  void damagedObjectIsReportedAndOthersAreServed() {
    join(storage.setFormat(StoredFormat.CHECKED));
    join(resources.write(key("a"), put(thing("a", "red"))));
    join(resources.write(key("b"), put(thing("b", "red"))));
    byte[] damaged = stored("a").value().clone();
    damaged[damaged.length - 3] ^= 1;
    join(storage.put(stored("a").key(), damaged));

    ResourcePage page = join(resources.list(ResourceScope.ALL, ListOptions.ALL));

    assertThat(join(page.next())).extracting(Resource::key).containsExactly(key("b"));
    assertThat(page.unreadable()).containsExactly(key("a"));
    assertThatExceptionOfType(UnreadableResourceException.class)
        .isThrownBy(() -> join(resources.get(key("a"), VersionMatch.mostRecent())))
        .withMessageContaining("default/a cannot be read: value: checksum");
  }

  /** Fails with an {@code Error}, as a bug or a lack of memory does. */
  private final class ErroneousStorage extends ForwardingStorage {
    private ErroneousStorage() {
      super(storage);
    }

    @Override
    public Optional<StoredEntry> get(Key key) {
      throw new StackOverflowError("too deep");
    }

    @Override
    public RangePage range(KeyRange range, int limit) {
      throw new StackOverflowError("too deep");
    }
  }

  /** A write that failed with an {@code Error} once had no result, and its request timed out. */
  @Test
  void errorFailsTheWrite() {
    var erroneous =
        new DirectResourceStorage(new ErroneousStorage(), Things.codec(), workers, Metrics.none());

    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> join(erroneous.write(key("a"), put(thing("a", "red")))))
        .withCauseInstanceOf(StackOverflowError.class);
  }

  /** A watch that failed with an {@code Error} once stayed open without events. */
  @Test
  void errorFailsTheWatch() {
    var erroneous =
        new DirectResourceStorage(new ErroneousStorage(), Things.codec(), workers, Metrics.none());
    var request =
        new WatchRequest(
            ResourceScope.ALL,
            LabelSelector.everything(),
            FieldSelector.everything(),
            VersionMatch.mostRecent(),
            InitialEvents.PLAIN,
            false);

    try (var watch = new WatchReader(erroneous, request, loop)) {
      assertThatExceptionOfType(ApiException.class)
          .isThrownBy(watch::next)
          .withCauseInstanceOf(StackOverflowError.class);
    }
  }
}
