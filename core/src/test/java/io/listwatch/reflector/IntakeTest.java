package io.listwatch.reflector;

import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static io.listwatch.model.Notes.version;
import static io.listwatch.reflector.ReflectorPolicy.CLIENT;
import static io.listwatch.reflector.ReflectorRun.LISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent.Added;
import io.listwatch.model.WatchEvent.Bookmark;
import io.listwatch.model.WatchEvent.Deleted;
import io.listwatch.model.WatchEvent.Modified;
import io.listwatch.model.WatchEvent.Unreadable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Checks and transforms of incoming objects, and the objects that are put aside. */
final class IntakeTest {
  private static final JsonPath TEXT = JsonPath.of("text");
  private static final Resource STRANGER =
      Resource.parse(
          """
          {"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"default","name":"x",\
          "resourceVersion":"8"}}\
          """);

  private final FakeCollection collection = new FakeCollection();
  private final ScriptedSource source = new ScriptedSource();

  @Test
  void putsObjectsOfAnotherTypeAside() {
    source.lists(version(7), note("a", 2), STRANGER);
    source.watches(
        new FakeWatch(
            new Added(STRANGER),
            new Modified(STRANGER),
            new Deleted(STRANGER),
            new Added(note("b", 9))));

    try (var run =
        ReflectorRun.start(source, builder -> builder.policy(LISTING).type(Notes.TYPE)).settle()) {
      assertThat(run.store.writes()).containsExactly("replace [a@2] keep [x] at 7", "add b@9");
      assertThat(run.listener.unreadable()).hasSize(4);
      assertThat(run.listener.unreadable().get(0).problem()).contains("Secret").contains("Note");
    }
  }

  @Test
  void acceptsPartialObjectMetadata() {
    var metadata =
        Resource.parse(
            """
            {"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata",\
            "metadata":{"namespace":"default","name":"a","resourceVersion":"2"}}\
            """);
    source.lists(version(7), metadata);

    try (var run =
        ReflectorRun.start(source, builder -> builder.policy(LISTING).type(Notes.TYPE)).settle()) {
      assertThat(run.store.writes()).containsExactly("replace [a@2] at 7");
    }
  }

  @Test
  void acceptsObjectsWithoutTypeMeta() {
    var plain =
        Resource.parse(
            """
            {"metadata":{"namespace":"default","name":"a","resourceVersion":"2"}}\
            """);
    source.lists(version(7), plain);

    try (var run =
        ReflectorRun.start(source, builder -> builder.policy(LISTING).type(Notes.TYPE)).settle()) {
      assertThat(run.store.objects()).containsOnlyKeys(key("a"));
    }
  }

  @Test
  void acceptsEverythingIfNoTypeIsSet() {
    source.lists(version(7), STRANGER);

    try (var run = ReflectorRun.start(source, LISTING).settle()) {
      assertThat(run.store.objects()).containsOnlyKeys(key("x"));
    }
  }

  /** client-go transforms streamed objects twice: five calls here. */
  @Test
  void transformsEachStreamedObjectOnce() {
    List<String> transformed = new CopyOnWriteArrayList<>();
    collection.put("a", "1");
    collection.put("b", "1");
    try (var run =
        ReflectorRun.start(
                collection, builder -> builder.transform(object -> remember(object, transformed)))
            .settle()) {
      collection.put("c", "1");
      run.settle();

      assertThat(transformed).containsExactly("a", "b", "c");
    }
  }

  @Test
  void transformsEachListedObjectOnce() {
    List<String> transformed = new CopyOnWriteArrayList<>();
    collection.put("a", "1");
    try (var run =
        ReflectorRun.start(
                collection,
                builder ->
                    builder.policy(LISTING).transform(object -> remember(object, transformed)))
            .settle()) {
      collection.put("a", "2");
      collection.delete("a");
      run.settle();

      assertThat(transformed).containsExactly("a", "a", "a");
    }
  }

  private static Resource remember(Resource object, List<String> names) {
    names.add(object.key().name());
    return object;
  }

  @Test
  void storesTheTransformedObject() {
    collection.put("a", "1");

    try (var run =
        ReflectorRun.start(
                collection, builder -> builder.transform(object -> note("a", 2, "changed")))
            .settle()) {
      assertThat(run.store.objects().values())
          .singleElement()
          .satisfies(object -> assertThat(object.text(TEXT)).hasValue("changed"));
    }
  }

  /** client-go loses the object, or the whole list, or treats the object as deleted. */
  @Test
  void continuesAfterAnObjectWhoseTransformFails() {
    collection.put("a", "good");
    collection.put("b", "poison");
    try (var run = tasting(LISTING)) {
      collection.put("a", "poison");
      collection.put("c", "poison");
      collection.put("d", "good");
      run.settle();

      assertThat(run.store.writes()).containsExactly("replace [a@2] keep [b] at 3", "add d@6");
      assertThat(run.listener.unreadable()).hasSize(3);
      assertThat(run.status().unreadable()).isEqualTo(3);
      assertThat(run.status().version()).isEqualTo(version(6));
      assertThat(run.status().healthy()).isTrue();
    }
  }

  @Test
  void objectWhoseTransformFailsOnRestreamIsNotDeleted() {
    collection.put("a", "good");
    try (var run = tasting(CLIENT)) {
      collection.put("a", "poison");
      collection.breakWatches(Failures.expired());
      run.skipPause();

      assertThat(run.store.writes())
          .containsExactly("replace [a@2] at 2", "replace [] keep [a] at 3");
      assertThat(run.store.objects()).containsOnlyKeys(key("a"));
    }
  }

  @Test
  void storesAnObjectOnceItsTransformSucceeds() {
    collection.put("a", "poison");
    try (var run = tasting(CLIENT)) {
      collection.put("a", "good");
      run.settle();

      assertThat(run.store.writes()).containsExactly("replace [] keep [a] at 2", "update a@3");
    }
  }

  @Test
  void deletesAnObjectEvenIfTheTransformOfItsLastStateFails() {
    collection.put("a", "good");
    try (var run = tasting(LISTING)) {
      collection.put("a", "poison");
      collection.delete("a");
      run.settle();

      assertThat(run.store.objects()).isEmpty();
      assertThat(run.store.writes()).endsWith("delete a@4");
    }
  }

  @Test
  void putsAnObjectAsideIfTheTransformChangesItsKey() {
    collection.put("a", "1");

    try (var run =
        ReflectorRun.start(
                collection, builder -> builder.transform(object -> note("z", 2, "renamed")))
            .settle()) {
      assertThat(run.store.writes()).containsExactly("replace [] keep [a] at 2");
      assertThat(run.listener.unreadable().get(0).problem()).contains("default/z");

      collection.delete("a");
      run.settle();

      assertThat(run.store.writes()).endsWith("delete a@3");
    }
  }

  /** One deeply nested object once stopped the reflector for good. */
  @Test
  void putsAnObjectAsideThatIsTooDeepForTheTransform() {
    collection.put("a", "1");

    try (var run =
        ReflectorRun.start(collection, builder -> builder.transform(IntakeTest::recurse))
            .settle()) {
      assertThat(run.listener.unreadable()).hasSize(1);

      collection.delete("a");
      run.settle();

      assertThat(run.store.writes()).endsWith("delete a@3");
    }
  }

  private static Resource recurse(Resource object) {
    throw new StackOverflowError("too deep");
  }

  @Test
  void continuesAfterAnUnreadableEvent() {
    var poison = UnreadableObject.of(note("a", 3), "is poison");
    collection.put("a", "1");
    try (var run = ReflectorRun.start(collection, LISTING).settle()) {
      collection.send(new Unreadable(poison));
      collection.put("b", "1");
      run.settle();

      assertThat(run.asked()).hasSize(2);
      assertThat(run.store.writes()).containsExactly("replace [a@2] at 2", "add b@3");
      assertThat(run.listener.unreadable()).containsExactly(poison);
      assertThat(run.listener.errors()).isEmpty();
    }
  }

  /**
   * An object that became unreadable was once both stored and reported as unreadable, or not stored
   * at all.
   */
  @Test
  void keepsTheLastReadableStateDuringTheInitialEvents() {
    source.watches(
        new FakeWatch(
            new Added(note("a", 2, "good")),
            new Added(note("b", 3, "good")),
            new Modified(note("a", 4, "poison")),
            new Unreadable(UnreadableObject.of(note("b", 5), "is poison")),
            new Unreadable(UnreadableObject.of(note("c", 6), "is poison")),
            new Bookmark(version(7), true)));

    try (var run =
        ReflectorRun.start(source, builder -> builder.transform(IntakeTest::taste)).settle()) {
      assertThat(run.store.writes()).containsExactly("replace [a@2, b@3] keep [c] at 7");
    }
  }

  @Test
  void dropsAnUnreadableObjectDeletedDuringTheInitialEvents() {
    source.watches(
        new FakeWatch(
            new Unreadable(UnreadableObject.of(note("a", 2), "is poison")),
            new Deleted(note("a", 3)),
            new Unreadable(UnreadableObject.of(note("b", 4), "is poison")),
            new Modified(note("b", 5)),
            new Bookmark(version(7), true)));

    try (var run = ReflectorRun.start(source, CLIENT).settle()) {
      assertThat(run.store.writes()).containsExactly("replace [b@5] at 7");
    }
  }

  private ReflectorRun tasting(ReflectorPolicy policy) {
    return ReflectorRun.start(
            collection, builder -> builder.policy(policy).transform(IntakeTest::taste))
        .settle();
  }

  private static Resource taste(Resource object) {
    if (object.text(TEXT).orElse("").equals("poison")) {
      throw new IllegalArgumentException("poison");
    }
    return object;
  }
}
