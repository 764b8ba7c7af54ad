package io.listwatch.reflector;

import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static io.listwatch.reflector.ReflectorRun.LISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchEvent.Added;
import io.listwatch.model.WatchEvent.Bookmark;
import io.listwatch.model.WatchEvent.Deleted;
import io.listwatch.model.WatchEvent.Modified;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The time between two lists. {@link WatchEndTest} covers failures. */
final class FollowerTest {
  private static final Duration LONG = Duration.ofMinutes(4);

  private final FakeCollection collection = new FakeCollection();
  private final ScriptedSource source = new ScriptedSource();

  @Test
  void appliesEveryChangeInOrder() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.put("a", "1");
      collection.put("a", "2");
      collection.put("b", "1");
      collection.delete("a");
      collection.bookmark();
      run.settle();

      assertThat(run.store.writes())
          .containsExactly(
              "replace [] at 1", "add a@2", "update a@3", "add b@4", "delete a@5", "bookmark 5");
      assertThat(run.store.objects()).isEqualTo(collection.objects());
    }
  }

  @Test
  void opensTheNextWatchAtOnceWhenOneHasEnded() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.put("a", "1");
      run.advance(LONG);

      collection.endWatches();
      run.settle();

      assertThat(run.asked())
          .containsExactly("list any, 500 a page", "watch after 1", "watch after 2");
      assertThat(run.pauses()).isEmpty();
      assertThat(run.listener.errors()).isEmpty();
    }
  }

  @Test
  void missesAndRepeatsNothingWhenWatchesRotate() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      for (int i = 0; i < 5; i++) {
        collection.put("a", "before");
        collection.endWatches();
        collection.put("a", "between");
        run.advance(LONG);
      }

      assertThat(run.store.writes())
          .containsExactly(
              "replace [] at 1",
              "add a@2",
              "update a@3",
              "update a@4",
              "update a@5",
              "update a@6",
              "update a@7",
              "update a@8",
              "update a@9",
              "update a@10",
              "update a@11");
    }
  }

  @Test
  void resumesAfterTheLastBookmark() {
    source.lists(version(5));
    source.watches(new FakeWatch(new Added(note("a", 6)), new Bookmark(version(50))).end());

    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      assertThat(run.asked())
          .containsExactly("list any, 500 a page", "watch after 5", "watch after 50");
      assertThat(run.store.writes()).contains("bookmark 50");
    }
  }

  @Test
  void eventsWithoutAVersionDoNotAdvanceTheVersion() {
    var unversioned = Resource.parse("{\"metadata\":{\"namespace\":\"default\",\"name\":\"a\"}}");
    source.lists(version(5));
    source.watches(new FakeWatch(new Modified(unversioned)).end());

    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      assertThat(run.asked()).endsWith("watch after 5", "watch after 5");
    }
  }

  @Test
  void requestsWatchesOfFiveToTenMinutesInWholeSeconds() {
    try (var run =
        ReflectorRun.start(
            collection, builder -> builder.policy(LISTING).random(new SplittableRandom(4)))) {
      for (int i = 0; i < 200; i++) {
        run.advance(LONG);
        collection.endWatches();
        run.settle();
      }

      List<Duration> timeouts =
          collection.watchRequests().stream().map(watch -> watch.timeout()).toList();
      assertThat(timeouts)
          .hasSize(201)
          .allMatch(timeout -> timeout.toNanosPart() == 0)
          .allMatch(timeout -> timeout.toSeconds() >= 300 && timeout.toSeconds() < 600);
      assertThat(timeouts).anyMatch(timeout -> timeout.toSeconds() < 330);
      assertThat(timeouts).anyMatch(timeout -> timeout.toSeconds() > 570);
    }
  }

  @Test
  void requestsBookmarks() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      assertThat(run.asked()).hasSize(2);
      assertThat(collection.watchRequests()).allMatch(watch -> watch.bookmarks());
    }
  }

  /**
   * A watch after a list without a version begins with the existing objects, in any order of
   * versions.
   */
  @Test
  void ignoresVersionsBeforeAChangeIfTheListHadNone() {
    source.lists(ResourceVersion.UNSET, note("a", 9));
    source.watches(new FakeWatch(new Added(note("a", 9)), new Added(note("b", 4))).end());
    source.watches(new FakeWatch(new Added(note("a", 9)), new Modified(note("b", 12))).end());
    try (var run = ReflectorRun.start(source, LISTING)) {
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "list any, 500 a page", "watch most recent", "watch most recent", "watch after 12");
    }
  }

  @Test
  void ignoresVersionsAfterAnUnreadableEventIfTheListHadNone() {
    var poison = UnreadableObject.of(note("c", 3), "is poison");
    source.lists(ResourceVersion.UNSET);
    source.watches(new FakeWatch(new WatchEvent.Unreadable(poison), new Added(note("b", 4))).end());

    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      assertThat(run.asked())
          .containsExactly("list any, 500 a page", "watch most recent", "watch most recent");
    }
  }

  /**
   * client-go reports the failure, continues and leaves the store wrong until the object changes.
   */
  @Test
  void listsAgainIfTheStoreFails() {
    var failure = new IllegalStateException("the disk is full");
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      run.store.failNextWrite(failure);

      collection.put("a", "1");
      collection.put("b", "1");
      run.skipPause();

      assertThat(run.listener.errors()).containsExactly(failure);
      assertThat(run.asked().get(2)).isEqualTo("list not older than 1");
      assertThat(run.store.objects()).isEqualTo(collection.objects());
    }
  }

  @Test
  void relistsAfterAStoreFailureThatLooksLikeASourceFailure() {
    ApiException failure = Failures.unavailable();
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      run.store.failNextWrite(failure);

      collection.put("a", "1");
      collection.delete("a");
      run.settle();

      assertThat(run.listener.errors()).containsExactly(failure);
      assertThat(run.store.writes())
          .containsExactly("replace [] at 1", "add a@2", "add a@2", "delete a@3");
    }
  }

  @Test
  void passesOnDeletionsOfUnknownObjects() {
    source.lists(version(5));
    source.watches(new FakeWatch(new Deleted(note("a", 6))));

    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      assertThat(run.store.writes()).endsWith("delete a@6");
    }
  }
}
