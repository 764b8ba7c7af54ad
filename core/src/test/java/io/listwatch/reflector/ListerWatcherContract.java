package io.listwatch.reflector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ExpiredException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.VersionTooLargeException;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The contract of every {@link ListerWatcher}. Extend it once per source; the collection is empty
 * at first and has no other writers.
 */
@Timeout(60)
public abstract class ListerWatcherContract {
  protected abstract ListerWatcher source();

  /** Creates or changes an object and returns it as stored. */
  protected abstract Resource put(String name, String text) throws Exception;

  protected abstract void delete(String name) throws Exception;

  /** Compacts the source's history up to now. */
  protected abstract void compact() throws Exception;

  @Test
  void listsTheCollection() throws Exception {
    Resource a = put("a", "1");
    Resource b = put("b", "1");
    put("c", "1");
    delete("c");

    ResourceList list = source().list(ListOptions.ALL);

    assertThat(list.items()).containsExactlyInAnyOrder(a, b);
    assertThat(list.unreadable()).isEmpty();
    assertThat(list.isLastPage()).isTrue();
    assertThat(list.version().newerThan(b.version())).isTrue();
  }

  @Test
  void listsTheSameObjectsOneByOne() throws Exception {
    put("a", "1");
    put("b", "1");
    List<Resource> items = new ArrayList<>();

    ResourceList rest = source().list(ListOptions.ALL, items::add);

    assertThat(rest.items()).isEmpty();
    assertThat(rest.with(items)).isEqualTo(source().list(ListOptions.ALL));
  }

  @Test
  void listsPageByPageAsOfOneVersion() throws Exception {
    for (int i = 0; i < 5; i++) {
      put("n" + i, "1");
    }

    ListOptions twoAtATime = ListOptions.ALL.limitedTo(2);
    ResourceList page = source().list(twoAtATime);
    List<Resource> items = new ArrayList<>(page.items());
    ResourceVersion version = page.version();
    put("late", "1");
    while (!page.isLastPage()) {
      page = source().list(twoAtATime.continuedBy(page.continueToken()));
      items.addAll(page.items());
    }

    assertThat(items)
        .extracting(Resource::key)
        .extracting(ResourceKey::name)
        .containsExactlyInAnyOrder("n0", "n1", "n2", "n3", "n4");
    assertThat(changesAfter(version, 1)).containsExactly("ADDED late");
  }

  @Test
  void watchesEveryChangeAfterAListOnceAndInOrder() throws Exception {
    put("a", "1");
    ResourceVersion version = source().list(ListOptions.ALL).version();
    put("a", "2");
    put("b", "1");
    delete("a");

    try (Watch watch = source().watch(WatchOptions.after(version))) {
      assertThat(read(watch, 3)).containsExactly("MODIFIED a", "ADDED b", "DELETED a");
      put("a", "3");
      put("b", "2");
      assertThat(read(watch, 2)).containsExactly("ADDED a", "MODIFIED b");
    }
  }

  @Test
  void resumesAfterAnyEvent() throws Exception {
    ResourceVersion start = source().list(ListOptions.ALL).version();
    put("a", "1");
    put("a", "2");
    delete("a");
    put("a", "3");

    List<WatchEvent> events = changes(start, 4);

    assertThat(changesAfter(events.get(0).version(), 3))
        .containsExactly("MODIFIED a", "DELETED a", "ADDED a");
    assertThat(changesAfter(events.get(2).version(), 1)).containsExactly("ADDED a");
  }

  @Test
  void deliversDeletionsWithTheLastStateAtTheVersionOfTheDeletion() throws Exception {
    Resource last = put("a", "1");
    delete("a");

    WatchEvent event = changes(last.version(), 1).get(0);

    assertThat(event).isInstanceOf(WatchEvent.Deleted.class);
    assertThat(event.version().newerThan(last.version())).isTrue();
    assertThat(((WatchEvent.Deleted) event).object()).isEqualTo(last.withVersion(event.version()));
  }

  @Test
  void beginsWithTheExistingObjectsIfRequested() throws Exception {
    Assumptions.assumeTrue(
        source().streamsInitialEvents(), "this source lists instead of streaming initial events");
    put("a", "1");
    put("b", "1");

    try (Watch watch = source().watch(WatchOptions.withInitialEvents(VersionMatch.mostRecent()))) {
      assertThat(read(watch, 2)).containsExactlyInAnyOrder("ADDED a", "ADDED b");
      WatchEvent end = next(watch);
      assertThat(end).isInstanceOf(WatchEvent.Bookmark.class);
      assertThat(((WatchEvent.Bookmark) end).endOfInitialEvents()).isTrue();
      Resource changed = put("a", "2");
      assertThat(changed.version().newerThan(end.version())).isTrue();
      assertThat(read(watch, 1)).containsExactly("MODIFIED a");
    }
  }

  @Test
  void throwsExpiredIfTheHistoryIsGone() throws Exception {
    ResourceVersion version = put("a", "1").version();
    put("a", "2");
    put("a", "3");
    compact();

    assertThatThrownBy(() -> changes(version, 1)).isInstanceOf(ExpiredException.class);
  }

  @Test
  void throwsVersionTooLargeForAFutureVersion() throws Exception {
    put("a", "1");
    ListOptions future =
        ListOptions.ALL.at(VersionMatch.notOlderThan(ResourceVersion.of(1L << 50)));

    assertThatThrownBy(() -> source().list(future)).isInstanceOf(VersionTooLargeException.class);
  }

  @Test
  void closingAWatchEndsABlockedRead() throws Exception {
    Watch watch = source().watch(WatchOptions.after(put("a", "1").version()));
    var reader = Reader.of(watch);
    reader.awaitWaiting();

    watch.close();

    assertThat(reader.answer()).isNull();
    assertThat(watch.ended()).isTrue();
  }

  @Test
  void wakeUpEndsABlockedReadButNotTheWatch() throws Exception {
    try (Watch watch = source().watch(WatchOptions.after(put("a", "1").version()))) {
      var reader = Reader.of(watch);
      reader.awaitWaiting();

      watch.wakeUp();

      assertThat(reader.answer()).isNull();
      put("b", "1");
      assertThat(read(watch, 1)).containsExactly("ADDED b");
    }
  }

  @Test
  void interruptEndsABlockedReadButNotTheWatch() throws Exception {
    try (Watch watch = source().watch(WatchOptions.after(put("a", "1").version()))) {
      var reader = Reader.of(watch);
      reader.awaitWaiting();

      reader.interrupt();

      assertThatThrownBy(reader::answer).isInstanceOf(InterruptedException.class);
      put("b", "1");
      assertThat(read(watch, 1)).containsExactly("ADDED b");
    }
  }

  private List<String> changesAfter(ResourceVersion version, int count) throws Exception {
    return changes(version, count).stream().map(ListerWatcherContract::describe).toList();
  }

  private List<WatchEvent> changes(ResourceVersion after, int count) throws Exception {
    try (Watch watch = source().watch(WatchOptions.after(after))) {
      List<WatchEvent> events = new ArrayList<>();
      while (events.size() < count) {
        events.add(nextChange(watch));
      }
      return events;
    }
  }

  private static List<String> read(Watch watch, int count) throws Exception {
    List<String> events = new ArrayList<>();
    while (events.size() < count) {
      events.add(describe(nextChange(watch)));
    }
    return events;
  }

  /** Bookmarks may come at any time. */
  private static WatchEvent nextChange(Watch watch) throws Exception {
    WatchEvent event = next(watch);
    while (event instanceof WatchEvent.Bookmark) {
      event = next(watch);
    }
    return event;
  }

  private static WatchEvent next(Watch watch) throws Exception {
    @Nullable WatchEvent event = null;
    while (event == null) {
      event = watch.next();
      assertThat(watch.ended() && event == null).as("the watch ended").isFalse();
    }
    return event;
  }

  private static String describe(WatchEvent event) {
    return event.match(
        new WatchEvent.Cases<>() {
          @Override
          public String added(Resource object) {
            return "ADDED " + object.key().name();
          }

          @Override
          public String modified(Resource object) {
            return "MODIFIED " + object.key().name();
          }

          @Override
          public String deleted(Resource object) {
            return "DELETED " + object.key().name();
          }

          @Override
          public String bookmark(WatchEvent.Bookmark bookmark) {
            return bookmark.toString();
          }

          @Override
          public String unreadable(UnreadableObject object) {
            return object.toString();
          }
        });
  }
}
