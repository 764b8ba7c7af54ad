package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.resultOf;
import static io.listwatch.informer.InformerRun.until;
import static io.listwatch.model.Notes.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.WatchEvent;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorState;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class InformerFactoryTest {
  private static final ResourceType OTHER =
      ResourceType.namespaced("test.listwatch.io/v1", "Other", "others");
  private static final ResourceType CLUSTERED =
      ResourceType.cluster("test.listwatch.io/v1", "Clustered", "clustered");
  private static final Duration DAY = Duration.ofDays(1);

  private final Map<String, FakeCollection> collections = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> opened = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> stopped = new ConcurrentLinkedQueue<>();
  private final ManualTimers timers = new ManualTimers();
  private final InformerFactory factory =
      InformerFactory.builder(
              (type, namespace) -> {
                opened.add(type.plural() + "/" + namespace);
                return collection(type.plural() + "/" + namespace);
              })
          .options(options -> options.timers(timers))
          .options(Notes.TYPE, options -> options.listener(stopping("notes")))
          .options(
              OTHER,
              options -> options.listener(stopping("others")).transform(Transforms.metadataOnly()))
          .build();

  @AfterEach
  void close() {
    factory.close();
  }

  private FakeCollection collection(String name) {
    return collections.computeIfAbsent(name, unset -> new FakeCollection());
  }

  private InformerListener stopping(String name) {
    return new InformerListener() {
      @Override
      public void onStateChange(ReflectorState from, ReflectorState to) {
        if (to == ReflectorState.STOPPED) {
          stopped.add(name);
        }
      }
    };
  }

  @Test
  void equalSelectionsShareOneWatch() throws Exception {
    FakeCollection notes = collection("notes/null");
    notes.put("a", "1");
    Informer<Resource> first = factory.informer(Notes.TYPE);
    Informer<StringBuilder> second =
        factory.informer(Selection.of(Notes.TYPE), new DecodedObjectsTest.CountingCodec());

    first.start();
    second.start();

    second.awaitSync(DAY);
    assertThat(first.snapshot()).isSameAs(second.snapshot());
    assertThat(second.get(key("a")).orElseThrow().get().toString()).contains("\"a\"");
    assertThat(opened).containsExactly("notes/null");
    assertThat(notes.watchRequests()).hasSize(1);
  }

  @Test
  void closingTheLastInformerEndsTheWatch() throws Exception {
    Informer<Resource> first = factory.informer(Notes.TYPE);
    Informer<Resource> second = factory.informer(Notes.TYPE);
    var firsts = new LegalHistory<Resource>();
    var seconds = new LegalHistory<Resource>();
    first.addHandler(firsts);
    second.addHandler(seconds);
    first.start();
    first.awaitSync(DAY);

    first.close();
    first.close();
    FakeCollection notes = collection("notes/null");
    notes.put("a", "1");
    until(() -> seconds.objects().equals(notes.objects()));
    assertThat(firsts.objects()).isEmpty();
    assertThat(stopped).isEmpty();

    second.close();
    assertThat(stopped).containsExactly("notes");
    assertThat(factory.health()).isEmpty();
  }

  @Test
  void stoppedSelectionCanBeRequestedAgain() throws Exception {
    factory.informer(Notes.TYPE).start().close();

    Informer<Resource> again = factory.informer(Notes.TYPE).start();

    again.awaitSync(DAY);
    assertThat(opened).containsExactly("notes/null", "notes/null");
  }

  @Test
  void differentNamespacesHaveSeparateWatches() throws Exception {
    collection("notes/x").put("in-x", "1");
    collection("notes/y").put("in-y", "1");
    var x = factory.informer(Selection.of(Notes.TYPE).inNamespace("x"), ObjectCodec.raw());
    var y = factory.informer(Selection.of(Notes.TYPE).inNamespace("y"), ObjectCodec.raw());

    factory.start();

    factory.awaitSync(DAY);
    assertThat(x.list()).extracting(View::key).containsExactly(key("in-x"));
    assertThat(y.list()).extracting(View::key).containsExactly(key("in-y"));
  }

  @Test
  void differentModifiersHaveSeparateWatchesAndNames() {
    var modified = Selection.of(Notes.TYPE).modifiedBy(new OptionsModifier() {});
    var otherwise = Selection.of(Notes.TYPE).modifiedBy(new OptionsModifier() {});
    factory.informer(modified, ObjectCodec.raw());
    factory.informer(otherwise, ObjectCodec.raw());
    factory.informer(modified, ObjectCodec.raw());

    assertThat(factory.health()).hasSize(2);
  }

  @Test
  void namespaceOfTheFactoryAppliesToSelectionsWithoutOne() {
    try (var restricted = restricted(builder -> builder.inNamespace("x"))) {
      restricted.informer(Notes.TYPE);
      restricted.informer(Selection.of(OTHER).inNamespace("y"), ObjectCodec.raw());
      restricted.informer(CLUSTERED);

      assertThat(restricted.health())
          .containsOnlyKeys(Notes.TYPE + "/x", OTHER + "/y", CLUSTERED.toString());
      assertThat(opened).containsExactly("notes/x", "others/y", "clustered/null");
    }
  }

  @Test
  void informersOfTheFactorysNamespaceAreShared() {
    try (var restricted = restricted(builder -> builder.inNamespace("x"))) {
      restricted.informer(Notes.TYPE);
      restricted.informer(Selection.of(Notes.TYPE).inNamespace("x"), ObjectCodec.raw());

      assertThat(opened).containsExactly("notes/x");
    }
  }

  @Test
  void emptyNamespaceIsRejected() {
    InformerFactory.Builder builder = InformerFactory.builder((type, namespace) -> collection(""));

    assertThatThrownBy(() -> builder.inNamespace(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("namespace");
  }

  @Test
  void modifierOfTheFactoryAppliesToSelectionsWithoutOne() throws Exception {
    var lists = new ConcurrentLinkedQueue<Integer>();
    var own = new ConcurrentLinkedQueue<Integer>();
    try (var modified = restricted(builder -> builder.modifiedBy(recording(lists)))) {
      modified.informer(Notes.TYPE);
      modified.informer(Selection.of(OTHER).modifiedBy(recording(own)), ObjectCodec.raw());
      modified.start();

      modified.awaitSync(DAY);
      assertThat(modified.health()).containsOnlyKeys(Notes.TYPE.toString(), OTHER + "*1");
      assertThat(lists).hasSize(1);
      assertThat(own).hasSize(1);
    }
  }

  private InformerFactory restricted(Consumer<InformerFactory.Builder> changes) {
    InformerFactory.Builder builder =
        InformerFactory.builder(
                (type, namespace) -> {
                  opened.add(type.plural() + "/" + namespace);
                  return collection(type.plural() + "/" + namespace);
                })
            .options(
                options ->
                    options
                        .timers(timers)
                        .policy(ReflectorPolicy.CLIENT.with(p -> p.streaming(false))));
    changes.accept(builder);
    return builder.build();
  }

  private static OptionsModifier recording(Collection<Integer> limits) {
    return new OptionsModifier() {
      @Override
      public ListOptions list(ListOptions options) {
        limits.add(options.limit());
        return options;
      }
    };
  }

  @Test
  void informersStartInOrderEachAfterThePreviousHasSynced() throws Exception {
    Informer<Resource> notes = factory.informer(Notes.TYPE);
    Informer<Resource> others = factory.informer(OTHER);
    collection("others/null").failNextWatch(new UnavailableException("not before the notes"));
    var started = CompletableFuture.runAsync(this::startInOrder);

    until(() -> collection("others/null").watchRequests().size() == 1);
    assertThat(notes.hasSynced()).isTrue();
    until(() -> others.health().reflector().failing());
    InformerRun.untilInTime(timers, started::isDone);

    assertThat(resultOf(started)).isNull();
  }

  @Test
  void unsyncedInformerDelaysTheRestAndIsNamed() throws Exception {
    factory.informer(Notes.TYPE);
    factory.informer(OTHER);
    for (int i = 0; i < 1000; i++) {
      collection("notes/null").failNextWatch(new UnavailableException("down"));
    }
    var started = CompletableFuture.runAsync(this::startInOrder);

    timers.awaitPending(2);
    timers.advance(Duration.ofHours(1));

    assertThatThrownBy(() -> resultOf(started))
        .hasCauseInstanceOf(AwaitTimeoutException.class)
        .hasMessageContaining("notes.test.listwatch.io: not synced within PT1H; ")
        .hasMessageContaining("down");
    assertThat(collection("others/null").watchRequests()).isEmpty();
  }

  private void startInOrder() {
    try {
      factory.startInOrder(Duration.ofHours(1));
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void closeStopsEveryInformerInReverseOrder() throws Exception {
    Informer<Resource> notes = factory.informer(Notes.TYPE);
    Informer<Resource> others = factory.informer(OTHER);
    factory.start();
    factory.awaitSync(DAY);

    factory.close();
    factory.close();

    assertThat(stopped).containsExactly("others", "notes");
    assertThatThrownBy(() -> notes.addHandler(new LegalHistory<>()))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> factory.informer(Notes.TYPE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    others.close();
    assertThat(stopped).hasSize(2);
  }

  @Test
  void typeCanHaveItsOwnOptions() throws Exception {
    collection("notes/null").put("a", "1");
    Resource other =
        Resource.parse(
            """
            {"apiVersion":"test.listwatch.io/v1","kind":"Other","metadata":{"name":"o",\
            "namespace":"default","resourceVersion":"9"},"spec":{}}\
            """);
    Informer<Resource> notes = factory.informer(Notes.TYPE);
    Informer<Resource> others = factory.informer(OTHER);
    factory.start();
    factory.awaitSync(DAY);
    collection("others/null").send(new WatchEvent.Added(other));
    until(() -> !others.list().isEmpty());

    assertThat(others.list().iterator().next().resource().kind())
        .isEqualTo("PartialObjectMetadata");
    assertThat(notes.list().iterator().next().resource().kind()).isEqualTo("Note");
  }

  @Test
  void optionsChangedAfterBuildHaveNoEffect() throws Exception {
    var notes = new FakeCollection();
    notes.put("a", "1");
    var builder =
        InformerFactory.builder((type, namespace) -> notes)
            .options(Notes.TYPE, options -> options.timers(timers));
    try (InformerFactory built = builder.build()) {
      builder.options(Notes.TYPE, options -> options.transform(Transforms.metadataOnly()));
      Informer<Resource> informer = built.informer(Notes.TYPE).start();
      informer.awaitSync(DAY);

      assertThat(informer.list().iterator().next().resource().kind()).isEqualTo("Note");
    }
  }

  @Test
  void failureToCreateASourceLeavesNothingBehind() {
    var failing =
        InformerFactory.builder(
                (type, namespace) -> {
                  throw new IllegalStateException("no such type");
                })
            .build();

    assertThatThrownBy(() -> failing.informer(Notes.TYPE)).hasMessage("no such type");

    assertThat(failing.health()).isEmpty();
    failing.close();
  }

  @Test
  void concurrentRequestsShareOneWatchUntilTheLastCloses() throws Exception {
    for (int round = 0; round < 50; round++) {
      var asked = new ArrayList<CompletableFuture<Informer<Resource>>>();
      for (int i = 0; i < 4; i++) {
        asked.add(CompletableFuture.supplyAsync(() -> factory.informer(Notes.TYPE).start()));
      }
      for (var informer : asked) {
        informer.join().awaitSync(DAY);
        assertThat(informer.join().snapshot()).isSameAs(asked.get(0).join().snapshot());
      }
      asked.stream()
          .map(informer -> CompletableFuture.runAsync(informer.join()::close))
          .toList()
          .forEach(CompletableFuture::join);
      assertThat(factory.health()).isEmpty();
      assertThat(stopped).hasSize(round + 1);
    }
  }
}
