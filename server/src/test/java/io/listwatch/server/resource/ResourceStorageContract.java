package io.listwatch.server.resource;

import static io.listwatch.server.resource.Things.join;
import static io.listwatch.server.resource.Things.key;
import static io.listwatch.server.resource.Things.labelled;
import static io.listwatch.server.resource.Things.put;
import static io.listwatch.server.resource.Things.thing;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.listwatch.model.ApiException;
import io.listwatch.model.ExpiredException;
import io.listwatch.model.ListOptions;
import io.listwatch.model.NotFoundException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.VersionMatch;
import io.listwatch.model.WatchEvent;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.server.resource.Transition.Outcome;
import io.listwatch.server.resource.WatchRequest.InitialEvents;
import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of every {@link ResourceStorage}. Extend it once for each implementation. */
public abstract class ResourceStorageContract {
  protected final Storage storage = MemoryStorage.open(new ManualStorageClock());
  protected final ExecutorService workers = Executors.newFixedThreadPool(2, daemons("test-worker"));
  protected final TestLoop loop = new TestLoop();

  protected abstract ResourceStorage resources();

  protected static ThreadFactory daemons(String name) {
    return task -> {
      var thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  @AfterEach
  void closeStorage() {
    resources().close();
    storage.close();
    workers.shutdownNow();
    loop.close();
  }

  protected Resource write(String name, String colour) {
    return join(resources().write(key(name), put(thing(name, colour))));
  }

  protected Resource write(String name, String colour, Map<String, String> labels) {
    return join(resources().write(key(name), put(labelled(name, colour, labels))));
  }

  protected Resource delete(String name) {
    return join(resources().write(key(name), Things.delete()));
  }

  protected ResourcePage page(ResourceScope scope, ListOptions options) {
    return join(resources().list(scope, options));
  }

  protected static List<String> names(ResourcePage page) {
    return items(page).stream().map(item -> item.key().toString()).toList();
  }

  protected static List<Resource> items(ResourcePage page) {
    var items = new ArrayList<Resource>();
    List<Resource> batch = join(page.next());
    while (!batch.isEmpty()) {
      items.addAll(batch);
      batch = join(page.next());
    }
    return items;
  }

  protected WatchReader watch(VersionMatch from, InitialEvents initial) {
    return watch(ResourceScope.ALL, LabelSelector.everything(), from, initial);
  }

  protected WatchReader watch(
      ResourceScope scope, LabelSelector labels, VersionMatch from, InitialEvents initial) {
    return new WatchReader(
        resources(),
        new WatchRequest(scope, labels, FieldSelector.everything(), from, initial, true),
        loop);
  }

  protected static VersionMatch after(Resource object) {
    return VersionMatch.exactly(object.version());
  }

  @Test
  void readsObjectWithVersionOfItsWrite() {
    Resource written = write("a", "red");

    Resource read = join(resources().get(key("a"), VersionMatch.mostRecent())).orElseThrow();

    assertThat(read).isEqualTo(written);
    assertThat(Things.colour(read)).isEqualTo("red");
    assertThat(read.version()).isNotEqualTo(ResourceVersion.UNSET);
  }

  @Test
  void getOfMissingObjectIsEmpty() {
    assertThat(join(resources().get(key("a"), VersionMatch.mostRecent()))).isEmpty();
  }

  @Test
  void unchangedObjectIsNotWritten() {
    Resource first = write("a", "red");

    Resource second = write("a", "red");

    assertThat(second.version()).isEqualTo(first.version());
  }

  @Test
  void transitionGetsCurrentObject() {
    write("a", "red");

    Resource changed =
        join(
            resources()
                .write(
                    key("a"),
                    Things.change(
                        current -> new Outcome.Put(thing("a", "not " + Things.colour(current))))));

    assertThat(Things.colour(changed)).isEqualTo("not red");
  }

  @Test
  void transitionThatExpectsNoneStillGetsExistingObject() {
    write("a", "red");

    Resource changed =
        join(
            resources()
                .write(
                    key("a"),
                    Things.expectingNone(
                        Transition.immediate(
                            current ->
                                new Outcome.Put(
                                    thing(
                                        "a",
                                        current == null
                                            ? "new"
                                            : "not " + Things.colour(current)))))));

    assertThat(Things.colour(changed)).isEqualTo("not red");
  }

  @Test
  void rejectingTransitionFailsTheWrite() {
    assertThatThrownBy(() -> delete("a")).isInstanceOf(NotFoundException.class);
  }

  @Test
  void transitionMayReturnObjectWithoutWriting() {
    Resource first = write("a", "red");

    Resource answer = join(resources().write(key("a"), Things.change(Outcome.NoWrite::new)));

    assertThat(answer).isEqualTo(first);
    assertThat(page(ResourceScope.ALL, ListOptions.ALL).version()).isEqualTo(first.version());
  }

  @Test
  void deleteReturnsLastStateWithVersionOfDeletion() {
    Resource last = write("a", "red");

    Resource gone = delete("a");

    assertThat(gone.version().newerThan(last.version())).isTrue();
    assertThat(gone.withVersion(last.version())).isEqualTo(last);
    assertThat(join(resources().get(key("a"), VersionMatch.mostRecent()))).isEmpty();
  }

  @Test
  void conflictingWritesRetryWithCurrentObject() {
    write("a", "0");
    var writes = new ArrayList<CompletionStage<Resource>>();

    for (int i = 0; i < 50; i++) {
      writes.add(
          resources()
              .write(
                  key("a"),
                  Things.change(current -> new Outcome.Put(thing("a", successor(current))))));
    }
    writes.forEach(Things::join);

    assertThat(
            Things.colour(join(resources().get(key("a"), VersionMatch.mostRecent())).orElseThrow()))
        .isEqualTo("50");
  }

  private static String successor(Resource counter) {
    return Integer.toString(Integer.parseInt(Things.colour(counter)) + 1);
  }

  @Test
  void listsInKeyOrder() {
    write("b", "red");
    write("a-b/x", "red");
    Resource last = write("a/x", "red");

    ResourcePage all = page(ResourceScope.ALL, ListOptions.ALL);

    assertThat(names(all)).containsExactly("a-b/x", "a/x", "default/b");
    assertThat(all.version()).isEqualTo(last.version());
    assertThat(all.continueToken()).isEmpty();
    assertThat(all.remaining()).isNull();
  }

  @Test
  void listIsRestrictedToNamespaceAndName() {
    write("a/x", "red");
    write("a/y", "red");
    write("ab/x", "red");

    assertThat(names(page(ResourceScope.namespace("a"), ListOptions.ALL)))
        .containsExactly("a/x", "a/y");
    assertThat(names(page(ResourceScope.namespace("a").named("x"), ListOptions.ALL)))
        .containsExactly("a/x");
    assertThat(names(page(ResourceScope.ALL.named("x"), ListOptions.ALL)))
        .containsExactly("a/x", "ab/x");
    assertThat(names(page(ResourceScope.namespace("a").named("z"), ListOptions.ALL))).isEmpty();
  }

  @Test
  void selectorsMatchLabelsAndFields() {
    write("a", "red", Map.of("app", "web"));
    write("b", "blue", Map.of("app", "web"));
    write("c", "red", Map.of("app", "db"));

    assertThat(
            names(page(ResourceScope.ALL, ListOptions.ALL.where(LabelSelector.parse("app=web")))))
        .containsExactly("default/a", "default/b");
    assertThat(
            names(
                page(
                    ResourceScope.ALL,
                    ListOptions.ALL.where(FieldSelector.parse("spec.colour=red")))))
        .containsExactly("default/a", "default/c");
  }

  @Test
  void longListHasSeveralBatches() {
    for (int i = 0; i < 1_234; i++) {
      write("thing-%04d".formatted(i), "red");
    }

    ResourcePage page = page(ResourceScope.ALL, ListOptions.ALL);
    List<Resource> first = join(page.next());

    assertThat(first).hasSizeBetween(1, 1_000);
    assertThat(items(page)).hasSize(1_234 - first.size());
  }

  @Test
  void listIsConsistentEvenIfReadLate() {
    for (int i = 0; i < 1_200; i++) {
      write("thing-%04d".formatted(i), "red");
    }
    ResourcePage page = page(ResourceScope.ALL, ListOptions.ALL);

    write("thing-1199", "blue");
    delete("thing-1198");

    assertThat(items(page)).hasSize(1_200).extracting(Things::colour).containsOnly("red");
  }

  @Test
  void watchSendsChangesAfterVersion() {
    Resource before = write("a", "red");
    try (var watch = watch(after(before), InitialEvents.NONE)) {
      Resource added = write("b", "red");
      Resource changed = write("a", "blue");
      Resource gone = delete("b");

      assertThat(watch.next(3))
          .containsExactly(
              "ADDED default/b@" + added.version(),
              "MODIFIED default/a@" + changed.version(),
              "DELETED default/b@" + gone.version());
    }
  }

  @Test
  void watchSendsInitialEventsAndEndBookmark() {
    Resource b = write("b", "red");
    Resource a = write("a", "red");
    try (var watch = watch(VersionMatch.mostRecent(), InitialEvents.MARKED)) {
      assertThat(watch.next(3))
          .containsExactly(
              "ADDED default/a@" + a.version(),
              "ADDED default/b@" + b.version(),
              "END @" + a.version());

      Resource c = write("c", "red");

      assertThat(watch.next(1)).containsExactly("ADDED default/c@" + c.version());
    }
  }

  @Test
  void selectorChangesBecomeAddedAndDeletedEvents() {
    Resource before = write("a", "red", Map.of("app", "db"));
    try (var watch =
        watch(
            ResourceScope.ALL, LabelSelector.parse("app=web"), after(before), InitialEvents.NONE)) {
      Resource enters = write("a", "red", Map.of("app", "web"));
      Resource stays = write("a", "blue", Map.of("app", "web"));
      Resource leaves = write("a", "green", Map.of("app", "db"));
      write("a", "grey", Map.of("app", "db"));
      Resource again = write("a", "white", Map.of("app", "web"));

      assertThat(watch.next(2))
          .containsExactly(
              "ADDED default/a@" + enters.version(), "MODIFIED default/a@" + stays.version());
      var deleted = (WatchEvent.Deleted) watch.next();
      assertThat(deleted.object()).isEqualTo(stays.withVersion(leaves.version()));
      assertThat(watch.next(1)).containsExactly("ADDED default/a@" + again.version());
    }
  }

  @Test
  void plainInitialEventsHaveNoEndBookmark() {
    Resource a = write("a", "red");
    try (var watch = watch(VersionMatch.mostRecent(), InitialEvents.PLAIN)) {
      Resource b = write("b", "red");

      assertThat(watch.next(2))
          .containsExactly("ADDED default/a@" + a.version(), "ADDED default/b@" + b.version());
    }
  }

  @Test
  void watchWithoutInitialEventsSendsOnlyLaterWrites() {
    write("a", "red");
    try (var watch = watch(VersionMatch.mostRecent(), InitialEvents.NONE)) {
      // Only an event shows that a watch has started.
      assertThat(watch.poll()).isEmpty();
      watch.watch().requestBookmark();
      assertThat(WatchReader.describe(watch.next())).startsWith("BOOKMARK");

      Resource b = write("b", "red");

      assertThat(watch.next(1)).containsExactly("ADDED default/b@" + b.version());
    }
  }

  @Test
  void watchOfOneObjectIgnoresOthers() {
    Resource first = write("a", "red");
    var one = ResourceScope.namespace("default").named("a");
    try (var watch = watch(one, LabelSelector.everything(), after(first), InitialEvents.NONE)) {
      write("b", "red");
      write("other/a", "red");
      Resource changed = write("a", "blue");

      assertThat(watch.next(1)).containsExactly("MODIFIED default/a@" + changed.version());
    }
  }

  @Test
  void watchFromFutureVersionSkipsEarlierChanges() {
    long now = Revisions.of(write("a", "red").version());
    try (var watch = watch(VersionMatch.exactly(ResourceVersion.of(now + 2)), InitialEvents.NONE)) {
      write("a", "blue");
      write("b", "red");
      Resource c = write("c", "red");

      assertThat(watch.next(1)).containsExactly("ADDED default/c@" + c.version());
    }
  }

  @Test
  void watchFromCompactedVersionIsExpired() {
    Resource old = write("a", "red");
    write("b", "red");
    compact(write("c", "red"));
    forget();

    try (var watch = watch(after(old), InitialEvents.NONE)) {
      assertThatThrownBy(watch::next).isInstanceOf(ExpiredException.class);
    }
  }

  /** Compacts the storage up to a write. */
  protected void compact(Resource kept) {
    join(storage.compact(Revisions.of(kept.version())));
  }

  /** Makes layers above the storage drop their history too. */
  protected void forget() {}

  @Test
  void bookmarkHasVersionOfLastSentEvent() {
    Resource a = write("a", "red");
    try (var watch = watch(after(a), InitialEvents.NONE)) {
      Resource b = write("b", "red");
      assertThat(watch.next(1)).containsExactly("ADDED default/b@" + b.version());

      watch.watch().requestBookmark();

      assertThat(watch.next(1)).containsExactly("BOOKMARK @" + b.version());
    }
  }

  @Test
  void closeEndsWatches() {
    write("a", "red");
    try (var watch = watch(VersionMatch.mostRecent(), InitialEvents.MARKED)) {
      watch.next(2);

      resources().close();

      watch.awaitEnd();
      assertThat(watch.poll()).isEmpty();
    }
  }

  @Test
  void pagesAreFullAndHaveVersionOfFirstPage() {
    for (String name : List.of("a", "b", "c", "d", "e")) {
      write(name, "red");
    }
    ResourcePage first = page(ResourceScope.ALL, ListOptions.ALL.limitedTo(2));
    write("bb", "red");
    delete("e");

    ResourcePage second = page(ResourceScope.ALL, continued(first, 2));
    ResourcePage third = page(ResourceScope.ALL, continued(second, 2));

    assertThat(names(first)).containsExactly("default/a", "default/b");
    assertThat(first.remaining()).isEqualTo(3);
    assertThat(names(second)).containsExactly("default/c", "default/d");
    assertThat(second.remaining()).isEqualTo(1);
    assertThat(names(third)).containsExactly("default/e");
    assertThat(third.remaining()).isNull();
    assertThat(third.continueToken()).isEmpty();
    assertThat(List.of(second.version(), third.version())).containsOnly(first.version());
  }

  private static ListOptions continued(ResourcePage page, int limit) {
    return ListOptions.ALL.limitedTo(limit).continuedBy(page.continueToken());
  }

  @Test
  void pageWithSelectorIsFullUnlessLast() {
    for (int i = 0; i < 100; i++) {
      write("thing-%02d".formatted(i), i % 10 == 5 ? "red" : "blue");
    }
    var red = ListOptions.ALL.where(FieldSelector.parse("spec.colour=red")).limitedTo(4);

    ResourcePage first = page(ResourceScope.namespace("default"), red);
    ResourcePage second =
        page(ResourceScope.namespace("default"), red.continuedBy(first.continueToken()));
    ResourcePage third =
        page(ResourceScope.namespace("default"), red.continuedBy(second.continueToken()));

    assertThat(names(first)).hasSize(4).endsWith("default/thing-35");
    assertThat(first.remaining()).isNull();
    assertThat(names(second)).hasSize(4).endsWith("default/thing-75");
    assertThat(names(third)).containsExactly("default/thing-85", "default/thing-95");
    assertThat(third.continueToken()).isEmpty();
  }

  @Test
  void pageWithAllObjectsIsTheLast() {
    write("a", "red");
    write("b", "red");

    ResourcePage page = page(ResourceScope.ALL, ListOptions.ALL.limitedTo(2));

    assertThat(names(page)).hasSize(2);
    assertThat(page.continueToken()).isEmpty();
    assertThat(page.remaining()).isNull();
  }

  @Test
  void expiredTokenComesWithTokenForLatestVersion() {
    for (String name : List.of("a", "b", "c")) {
      write(name, "red");
    }
    ResourcePage first = page(ResourceScope.ALL, ListOptions.ALL.limitedTo(1));
    write("aa", "red");
    Resource last = write("d", "red");
    compact(last);
    forget();

    var expired =
        catchThrowableOfType(
            ExpiredContinueException.class, () -> page(ResourceScope.ALL, continued(first, 1)));
    ResourcePage rest =
        page(ResourceScope.ALL, ListOptions.ALL.limitedTo(9).continuedBy(expired.continueToken()));

    assertThat(expired.status().code()).isEqualTo(410);
    assertThat(expired.status().reason()).isEqualTo("Expired");
    assertThat(names(rest)).containsExactly("default/aa", "default/b", "default/c", "default/d");
    assertThat(rest.version()).isEqualTo(last.version());
  }

  @Test
  void acceptsTokenWithLeadingSlash() {
    write("a", "red");
    Resource last = write("b", "red");
    String json =
        "{\"v\":\"meta.k8s.io/v1\",\"rv\":%s,\"start\":\"/default/a\\u0000\"}"
            .formatted(last.version());
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(UTF_8));

    ResourcePage page = page(ResourceScope.ALL, ListOptions.ALL.continuedBy(token));

    assertThat(names(page)).containsExactly("default/b");
  }

  @Test
  void acceptsTokenWithUnusualStartKey() {
    write("a", "red");
    Resource last = write("b", "red");
    String token = new ContinueToken(Revisions.of(last.version()), "default/a/x").encode();

    assertThat(names(page(ResourceScope.ALL, ListOptions.ALL.continuedBy(token))))
        .containsExactly("default/b");
  }

  @Test
  void rejectsMalformedToken() {
    assertThatThrownBy(
            () -> page(ResourceScope.ALL, ListOptions.ALL.limitedTo(1).continuedBy("nonsense")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("invalid continue token: continue key is not valid: ");
  }

  @Test
  void rejectsTokenWithResourceVersion() {
    write("a", "red");
    write("b", "red");
    ResourcePage first = page(ResourceScope.ALL, ListOptions.ALL.limitedTo(1));

    assertThatThrownBy(
            () ->
                page(
                    ResourceScope.ALL,
                    continued(first, 1).at(VersionMatch.exactly(first.version()))))
        .hasMessageContaining("specifying resource version is not allowed when using continue");
  }

  @Test
  void exactListHasThatVersion() {
    write("a", "red");
    Resource then = write("b", "red");
    write("a", "blue");
    delete("b");

    ResourcePage page =
        page(ResourceScope.ALL, ListOptions.ALL.at(VersionMatch.exactly(then.version())));

    assertThat(page.version()).isEqualTo(then.version());
    assertThat(items(page)).extracting(Things::colour).containsExactly("red", "red");
  }

  @Test
  void exactListOfCompactedVersionIsExpired() {
    Resource then = write("a", "red");
    compact(write("a", "blue"));
    forget();

    assertThatThrownBy(
            () -> page(ResourceScope.ALL, ListOptions.ALL.at(VersionMatch.exactly(then.version()))))
        .isInstanceOf(ExpiredException.class)
        .hasMessageContaining("The resourceVersion for the provided list is too old.");
  }

  @Test
  void notOlderThanListIncludesThatVersion() {
    Resource a = write("a", "red");

    ResourcePage page =
        page(ResourceScope.ALL, ListOptions.ALL.at(VersionMatch.notOlderThan(a.version())));

    assertThat(names(page)).containsExactly("default/a");
    assertThat(a.version().newerThan(page.version())).isFalse();
  }

  @Test
  void unreadableObjectIsOmittedButCanBeDeleted() {
    write("a", "red");
    Things.store(storage, "broken", "not json");
    Resource last = write("c", "red");

    ResourcePage page = page(ResourceScope.ALL, ListOptions.ALL);
    assertThat(names(page)).containsExactly("default/a", "default/c");
    assertThat(page.unreadable()).containsExactly(key("broken"));
    assertThatThrownBy(
            () -> join(resources().get(key("broken"), VersionMatch.notOlderThan(last.version()))))
        .isInstanceOf(UnreadableResourceException.class)
        .hasMessageContaining("default/broken cannot be read");
    assertThatThrownBy(() -> write("broken", "red"))
        .isInstanceOf(UnreadableResourceException.class);

    Resource gone = delete("broken");

    assertThat(gone.key()).isEqualTo(key("broken"));
    assertThat(gone.version().newerThan(last.version())).isTrue();
    assertThat(page(ResourceScope.ALL, ListOptions.ALL).unreadable()).isEmpty();
  }

  @Test
  void watchContinuesAfterUnreadableObject() {
    Resource a = write("a", "red");
    try (var watch = watch(after(a), InitialEvents.NONE)) {
      Things.store(storage, "a", "not json");
      Resource b = write("b", "red");
      Resource gone = delete("a");

      assertThat(watch.next(2))
          .containsExactly("ADDED default/b@" + b.version(), "DELETED default/a@" + gone.version());
    }
  }
}
