package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.until;
import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.labelled;
import static io.listwatch.model.Notes.note;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import io.listwatch.store.Index;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An object written through an informer can be read from it at once. */
@Timeout(60)
final class OwnWritesTest {
  private final InformerRun run =
      new InformerRun(options -> options.ownWrites(2, Duration.ofMinutes(1)));
  private final Informer<Resource> informer = run.informer;

  @AfterEach
  void close() {
    run.close();
  }

  @Test
  void writeIsReadableBeforeTheWatchDeliversItWithoutNotification() throws Exception {
    informer.addIndex(Index.of("text", object -> Set.of(object.version().toString())));
    var history = run.addHistory();
    run.synced();

    informer.wrote(note("a", 100));

    assertThat(informer.get(key("a")).orElseThrow().version()).hasToString("100");
    assertThat(informer.list()).hasSize(1);
    assertThat(informer.inNamespace("default")).hasSize(1);
    assertThat(informer.list(LabelSelector.parse("app=notes"))).hasSize(1);
    assertThat(informer.byIndex("text", "100")).hasSize(1);
    assertThat(informer.health().objects()).isZero();
    run.drain();
    assertThat(history.objects()).isEmpty();
  }

  @Test
  void olderResponseDoesNotHideTheWatchsState() throws Exception {
    Resource first = run.collection.put("a", "first");
    Resource second = run.collection.put("a", "second");
    run.synced();

    informer.wrote(first);

    assertThat(informer.get(key("a")).orElseThrow().resource()).isEqualTo(second);
  }

  @Test
  void objectDeletedBeforeTheWatchSawItDisappears() throws Exception {
    run.synced();

    informer.wrote(note("a", 100));
    // Another client has deleted it, and the watch delivers neither event, only a bookmark of a
    // later version.
    run.collection.send(new WatchEvent.Bookmark(ResourceVersion.of(101)));

    until(() -> informer.get(key("a")).isEmpty());
  }

  @Test
  void hidesADeletedObjectButNotItsSuccessor() throws Exception {
    Resource a = run.collection.put("a", "1");
    run.synced();

    informer.deleted(key("a"), null, a);
    assertThat(informer.list()).isEmpty();
    run.collection.delete("a");
    Resource next = run.collection.put("a", "again");

    until(() -> informer.get(key("a")).map(View::resource).equals(Optional.of(next)));
    assertThat(next.sameUid(a)).isFalse();
  }

  @Test
  void responseAfterTheDeletionOfItsObjectIsIgnored() throws Exception {
    run.synced();
    Resource created = note("a", 100);

    informer.deleted(key("a"), "uid-a", null);
    informer.wrote(created);

    assertThat(informer.list()).isEmpty();
  }

  @Test
  void objectThatLeftTheSelectionIsHidden() throws Exception {
    Informer<Resource> web = select(Selection.of(Notes.TYPE).where(LabelSelector.parse("app=web")));

    web.wrote(labelled("a", 100, "{\"app\":\"web\"}"));
    assertThat(web.list()).hasSize(1);
    web.wrote(labelled("a", 101, "{\"app\":\"mail\"}"));

    assertThat(web.list()).isEmpty();
  }

  @Test
  void objectOutsideTheNamespaceIsNotShown() {
    Informer<Resource> here = select(Selection.of(Notes.TYPE).inNamespace("default"));
    Informer<Resource> one =
        select(Selection.of(Notes.TYPE).where(FieldSelector.parse("metadata.name=a")));

    here.wrote(note(ResourceKey.of("other", "a"), "uid-1", 100, "1"));
    one.wrote(note("b", 100));

    assertThat(here.list()).isEmpty();
    assertThat(one.list()).isEmpty();
  }

  private Informer<Resource> select(Selection selection) {
    return run.factory.informer(selection, ObjectCodec.raw());
  }

  @Test
  void writeIsShownAsTheSourceWouldDeliverIt() {
    try (var slim = new InformerRun(options -> options.transform(Transforms.drop("text")))) {
      slim.informer.wrote(note("a", 100));

      assertThat(slim.informer.get(key("a")).orElseThrow().resource().size())
          .isLessThan(note("a", 100).size());
    }
  }

  @Test
  void dropsTheOldestBeyondTheMaximum() {
    informer.wrote(note("a", 100));
    informer.wrote(note("b", 101));
    informer.wrote(note("c", 102));

    assertThat(informer.list()).extracting(View::key).containsExactly(key("b"), key("c"));
  }

  @Test
  void dropsWritesThatTheWatchNeverDelivers() {
    informer.wrote(note("a", 100));
    run.timers.advance(Duration.ofSeconds(40));
    informer.wrote(note("b", 101));
    run.timers.advance(Duration.ofSeconds(20));

    assertThat(informer.list()).extracting(View::key).containsExactly(key("b"));
    run.timers.advance(Duration.ofSeconds(60));
    assertThat(informer.list()).isEmpty();
    assertThat(run.timers.pending()).isZero();
  }

  @Test
  void withoutPendingWritesReadersGetTheStoreItself() throws Exception {
    run.collection.put("a", "1");
    run.synced();

    assertThat(informer.snapshot()).isSameAs(informer.snapshot());
  }

  @Test
  void eachNamespaceHasItsOwnVersion() throws Exception {
    var one = new FakeCollection();
    var two = new FakeCollection();
    try (var factory =
        InformerFactory.builder((type, namespace) -> "one".equals(namespace) ? one : two)
            .options(options -> options.timers(new ManualTimers()))
            .build()) {
      Informer<Resource> both =
          factory.informer(
              Selection.of(Notes.TYPE).inNamespaces(Set.of("one", "two")), ObjectCodec.raw());
      both.start().awaitSync(Duration.ofSeconds(30));
      both.wrote(note(ResourceKey.of("one", "a"), "uid-1", 100, "1"));
      both.wrote(note(ResourceKey.of("two", "a"), "uid-2", 100, "2"));

      one.send(new WatchEvent.Bookmark(ResourceVersion.of(100)));

      until(() -> both.list().size() == 1);
      assertThat(both.list()).extracting(View::key).containsExactly(ResourceKey.of("two", "a"));
    }
  }
}
