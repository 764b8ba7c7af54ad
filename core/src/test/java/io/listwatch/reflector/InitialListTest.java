package io.listwatch.reflector;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static io.listwatch.reflector.ReflectorRun.LISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ApiException;
import io.listwatch.model.MalformedException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.UnreadableObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Filling a store by a paged list. */
final class InitialListTest {
  private final FakeCollection collection = new FakeCollection();
  private final ScriptedSource source = new ScriptedSource();

  @Test
  void firstListAcceptsAnyVersionAndLaterListsNothingOlder() {
    collection.put("a", "1");
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.put("a", "2");
      run.settle();

      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "list any, 500 a page", "watch after 2", "list not older than 3", "watch after 3");
      assertThat(run.store.writes())
          .containsExactly("replace [a@2] at 2", "update a@3", "replace [a@3] at 3");
    }
  }

  @Test
  void requestsTheMostRecentStateAtOnceIfItsVersionExpired() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.failNextList(Failures.expired());

      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(run.asked().subList(2, 4))
          .containsExactly("list not older than 1", "list most recent, 500 a page");
      assertThat(run.pauses()).hasSize(1);
    }
  }

  @Test
  void requestsTheMostRecentStateUntilOneRequestSucceeds() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.failNextList(Failures.tooLarge());
      collection.failNextList(Failures.internalError());

      collection.breakWatches(Failures.expired());
      run.skipPause();
      run.skipPause();
      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "list any, 500 a page",
              "watch after 1",
              "list not older than 1",
              "list most recent, 500 a page",
              "list most recent, 500 a page",
              "watch after 1",
              "list not older than 1",
              "watch after 1");
    }
  }

  @Test
  void requestsTheMostRecentStateIfAWatchRejectsItsVersionAsTooLarge() {
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.breakWatches(Failures.tooLarge());
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "list any, 500 a page",
              "watch after 1",
              "list most recent, 500 a page",
              "watch after 1");
    }
  }

  @Test
  void requestsTheMostRecentStateAtOnceIfAnyVersionFails() {
    collection.failNextList(Failures.expired());

    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      assertThat(run.asked())
          .containsExactly("list any, 500 a page", "list most recent, 500 a page", "watch after 1");
    }
  }

  @Test
  void serverPolicyAlwaysRequestsTheMostRecentState() {
    try (var run = ReflectorRun.start(collection, ReflectorPolicy.SERVER).settle()) {
      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(run.asked())
          .containsExactly(
              "list most recent, 10000 a page",
              "watch after 1",
              "list most recent, 10000 a page",
              "watch after 1");
      assertThat(collection.watchRequests()).allMatch(watch -> watch.timeout().isZero());
    }
  }

  @Test
  void collectsAllPagesAtTheVersionOfTheFirstPage() {
    source.lists(page("b", "more", 7, note("a", 2)));
    source.lists(page("c", "most", 8, note("b", 3)));
    source.lists(page("", "", 9, note("c", 4)));

    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      assertThat(run.asked())
          .containsExactly(
              "list any, 500 a page",
              "list most recent, 500 a page, page bmore",
              "list most recent, 500 a page, page cmost",
              "watch after 7");
      assertThat(run.store.writes()).containsExactly("replace [a@2, b@3, c@4] at 7");
    }
  }

  @Test
  void admitsEachObjectBeforeTheNextComesIn() {
    source.lists(version(7), note("a", 2), note("b", 3), note("c", 4));
    List<Integer> given = new CopyOnWriteArrayList<>();
    UnaryOperator<Resource> transform =
        object -> {
          given.add(source.given());
          return object;
        };

    try (var run =
        ReflectorRun.start(source, builder -> builder.policy(LISTING).transform(transform))
            .settle()) {
      assertThat(run.store.writes()).containsExactly("replace [a@2, b@3, c@4] at 7");
      assertThat(given).containsExactly(1, 2, 3);
    }
  }

  @Test
  void pagesLaterListsIfTheFirstWasPaged() {
    source.lists(page("b", "more", 7, note("a", 2)));
    source.lists(page("", "", 7, note("b", 3)));
    source.watches(new FakeWatch().fail(Failures.expired()));
    source.lists(version(9));
    try (var run = ReflectorRun.start(source, LISTING)) {
      run.skipPause();

      assertThat(run.asked()).contains("list not older than 7, 500 a page");
    }
  }

  @Test
  void usesTheConfiguredPageSize() {
    for (int i = 0; i < 5; i++) {
      collection.put("n" + i, "1");
    }
    try (var run = ReflectorRun.start(collection, LISTING.with(p -> p.pageSize(2))).settle()) {
      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(run.asked().subList(0, 5))
          .containsExactly(
              "list any, 2 a page",
              "list most recent, 2 a page, page 6:2",
              "list most recent, 2 a page, page 6:4",
              "watch after 6",
              "list not older than 6, 2 a page");
      assertThat(run.store.objects()).isEqualTo(collection.objects());
    }
  }

  @Test
  void listsWithoutPagingIfThePagesExpire() {
    for (int i = 0; i < 5; i++) {
      collection.put("n" + i, "1");
    }
    collection.expirePages();

    try (var run = ReflectorRun.start(collection, LISTING.with(p -> p.pageSize(2))).settle()) {
      assertThat(run.asked())
          .containsExactly(
              "list any, 2 a page",
              "list most recent, 2 a page, page 6:2",
              "list any",
              "watch after 6");
      assertThat(run.store.objects()).isEqualTo(collection.objects());
      assertThat(run.pauses()).isEmpty();
    }
  }

  @Test
  void reportsThatThePagesExpired() {
    source.lists(page("b", "more", 7, note("a", 2)));
    ApiException expired = Failures.expired();
    source.failsToList(expired);
    source.lists(version(9), note("a", 2));

    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      assertThat(run.listener.errors()).containsExactly(expired);
      assertThat(run.status().failing()).isFalse();
    }
  }

  @Test
  void failsIfThePagesAndThenTheWholeListExpire() {
    source.lists(page("b", "more", 7, note("a", 2)));
    source.failsToList(Failures.expired());
    source.failsToList(Failures.forbidden());

    try (var run = ReflectorRun.start(source, LISTING)) {
      run.awaitPause();

      assertThat(run.asked())
          .containsExactly(
              "list any, 500 a page", "list most recent, 500 a page, page bmore", "list any");
      assertThat(run.status().failing()).isTrue();
    }
  }

  @Test
  void rejectsARepeatedContinueToken() {
    source.lists(page("b", "more", 7, note("a", 2)));
    source.lists(page("b", "more", 7, note("a", 2)));

    try (var run = ReflectorRun.start(source, LISTING)) {
      run.awaitPause();

      assertThat(run.store.writes()).isEmpty();
      assertThat(run.listener.errors()).hasOnlyElementsOfType(MalformedException.class).hasSize(1);
    }
  }

  @Test
  void rejectsPagesThatFormACycle() {
    source.lists(page("b", "more", 7, note("a", 2)));
    source.lists(page("c", "more", 7, note("b", 3)));
    source.lists(page("b", "more", 7, note("c", 4)));

    try (var run = ReflectorRun.start(source, LISTING)) {
      run.settle();

      assertThat(run.listener.errors()).hasOnlyElementsOfType(MalformedException.class).hasSize(1);
    }
  }

  @Test
  void listsAnObjectOnTwoPagesOnce() {
    source.lists(page("b", "more", 7, note("a", 2)));
    source.lists(page("", "", 7, note("a", 6), note("b", 3)));

    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      assertThat(run.store.writes()).containsExactly("replace [a@6, b@3] at 7");
    }
  }

  @Test
  void keepsThePreviousStateOfAnUnreadableListItem() {
    source.lists(version(7), note("a", 2), note("b", 3));
    source.watches(new FakeWatch().fail(Failures.expired()));
    var poison = UnreadableObject.of(note("a", 8), "is poison");
    source.lists(new ResourceList(List.of(note("c", 9)), List.of(poison), version(9), ""));
    try (var run = ReflectorRun.start(source, LISTING)) {
      run.skipPause();

      assertThat(run.store.writes()).contains("replace [c@9] keep [a] at 9");
      assertThat(run.store.objects()).containsOnlyKeys(key("a"), key("c"));
      assertThat(run.listener.unreadable()).containsExactly(poison);
    }
  }

  private static ResourceList page(String name, String rest, long version, Resource... items) {
    return new ResourceList(List.of(items), List.of(), version(version), name + rest);
  }
}
