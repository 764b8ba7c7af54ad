package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.resultOf;
import static io.listwatch.informer.InformerRun.until;
import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.UnavailableException;
import io.listwatch.model.UnreadableObject;
import io.listwatch.model.WatchEvent;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.reflector.ReflectorState;
import io.listwatch.selector.LabelSelector;
import io.listwatch.store.Index;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class InformerTest {
  private final ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
  private final InformerRun run =
      new InformerRun(options -> options.listener(new ReportingListener(reports)));
  private final Informer<Resource> informer = run.informer;

  @AfterEach
  void close() {
    run.close();
  }

  // ---- lifecycle

  @Test
  void requestsNothingBeforeTheStart() {
    run.collection.put("a", "1");

    assertThat(informer.hasSynced()).isFalse();
    assertThat(informer.list()).isEmpty();
    assertThat(run.collection.lists()).isEmpty();
    assertThat(run.collection.watchRequests()).isEmpty();
  }

  @Test
  void onceSyncedEverythingCanBeRead() throws Exception {
    Resource a = run.collection.put("a", "1");
    run.collection.put(ResourceKey.of("other", "b"), "2");

    run.synced();

    assertThat(informer.hasSynced()).isTrue();
    assertThat(informer.synced().toCompletableFuture()).isCompleted();
    assertThat(informer.list()).extracting(View::resource).hasSize(2).contains(a);
    assertThat(informer.get(key("a")).orElseThrow().get()).isEqualTo(a);
    assertThat(informer.get(key("absent"))).isEmpty();
    assertThat(informer.inNamespace("default")).extracting(View::key).containsExactly(key("a"));
    assertThat(informer.list(LabelSelector.parse("app=notes"))).hasSize(2);
    assertThat(informer.inNamespace("other", LabelSelector.parse("app=none"))).isEmpty();
    assertThat(informer.snapshot().version()).isEqualTo(run.collection.version());
  }

  @Test
  void secondStartDoesNothing() throws Exception {
    run.synced();

    informer.start();

    assertThat(run.collection.watchRequests()).hasSize(1);
  }

  @Test
  void awaitSyncTimesOut() throws Exception {
    assertThatThrownBy(() -> informer.awaitSync(Duration.ZERO))
        .isInstanceOf(AwaitTimeoutException.class)
        .hasMessageEndingWith("not synced within PT0S; not started: call start() first");

    var answer = CompletableFuture.runAsync(() -> awaitSync(informer));
    run.timers.awaitPending(1);
    run.timers.advance(Duration.ofDays(1));

    assertThatThrownBy(() -> resultOf(answer)).hasCauseInstanceOf(AwaitTimeoutException.class);
    assertThat(run.timers.pending()).isZero();
  }

  @Test
  void listsCanBeReadByPosition() throws Exception {
    run.collection.put("a", "1");
    run.collection.put("b", "1");
    run.synced();

    List<View<Resource>> all = informer.list();

    assertThat(all.get(1).key().name()).isEqualTo("b");
    assertThat(all.get(0)).isEqualTo(all.iterator().next());
    assertThat(all).hasSize(2);
    assertThatThrownBy(() -> all.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void closeEndsAwaitSync() throws Exception {
    var answer = CompletableFuture.runAsync(() -> awaitSync(informer));

    informer.close();

    assertThatThrownBy(() -> resultOf(answer))
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith("closed");
    assertThat(informer.synced().toCompletableFuture()).isCompletedExceptionally();
  }

  private static void awaitSync(Informer<?> informer) {
    try {
      informer.awaitSync(Duration.ofDays(1));
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void closeEndsEveryThreadTimerAndGauge() throws Exception {
    var metrics = new OpenGauges();
    var other = new InformerRun(options -> options.detectMutations(true).metrics(metrics));
    var selected =
        other.factory.informer(Selection.of(Notes.TYPE).inNamespace("threads"), ObjectCodec.raw());
    selected.addHandler(
        new LegalHistory<>(), HandlerOptions.named("h").resyncEvery(Duration.ofMinutes(1)));
    other.synced();
    selected.start();
    until(selected::hasSynced);
    assertThat(threadsOf("notes.test.listwatch.io/threads"))
        .extracting(Thread::getName)
        .containsExactlyInAnyOrder(
            "listwatch-reflector-notes.test.listwatch.io/threads",
            "listwatch-informer-notes.test.listwatch.io/threads",
            "listwatch-handler-notes.test.listwatch.io/threads-h",
            "listwatch-mutations-notes.test.listwatch.io/threads");
    assertThat(threadsOf("notes.test.listwatch.io/threads")).allMatch(Thread::isDaemon);

    other.close();

    until(() -> threadsOf("notes.test.listwatch.io/threads").isEmpty());
    until(() -> other.timers.pending() == 0);
    until(() -> metrics.open.isEmpty());
    // A closed watch is removed only when there is an event to send.
    other.collection.bookmark();
    assertThat(other.collection.openWatches()).isZero();
  }

  private static List<Thread> threadsOf(String informer) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains(informer))
        .toList();
  }

  @Test
  void closingTwiceAndUseAfterCloseAreHarmless() throws Exception {
    run.collection.put("a", "1");
    run.synced();

    informer.close();
    informer.close();

    assertThat(informer.get(key("a"))).isPresent();
    assertThat(informer.health().healthy()).isFalse();
    assertThatThrownBy(() -> informer.addHandler(new LegalHistory<>()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void handlerMayCloseItsInformer() throws Exception {
    var told = new ConcurrentLinkedQueue<ResourceKey>();
    HandlerRegistration registration =
        informer.addHandler(
            ResourceHandler.keys(
                key -> {
                  told.add(key);
                  informer.close();
                }));
    run.collection.put("a", "1");
    run.collection.put("b", "1");
    informer.start();

    resultOf(registration.ended());

    assertThat(told).containsExactly(key("a"));
    assertThat(informer.health().reflector().state()).isEqualTo(ReflectorState.STOPPED);
  }

  @Test
  void listenerMayCloseTheInformer() throws Exception {
    var source = new FakeCollection();
    source.failNextWatch(new UnavailableException("for good"));
    var own = new CompletableFuture<Informer<Resource>>();
    var listener =
        new InformerListener() {
          @Override
          public void onError(Exception error) {
            own.join().close();
          }
        };
    try (var factory =
        InformerFactory.builder((type, namespace) -> source)
            .options(options -> options.timers(run.timers).listener(listener))
            .build()) {
      own.complete(factory.informer(Notes.TYPE));
      own.join().start();

      until(() -> own.join().health().reflector().state() == ReflectorState.STOPPED);
      assertThat(factory.health()).isEmpty();
    }
  }

  // ---- the store

  @Test
  void changesOfTheSourceReachTheStore() throws Exception {
    run.synced();

    run.collection.put("a", "1");
    run.collection.put("b", "1");
    run.collection.put("a", "2");
    run.collection.delete("b");

    run.settle();
    assertThat(run.informer.snapshot().version()).isEqualTo(run.collection.version());
  }

  @Test
  void anIndexCanBeAddedAtAnyTime() throws Exception {
    run.collection.put("a", "red");
    informer.addIndex(Index.path("early", "text"));
    run.synced();
    informer.addIndex(Index.path("late", "text"));
    run.collection.put("b", "red");
    run.settle();

    assertThat(informer.byIndex("early", "red"))
        .extracting(View::key)
        .containsExactly(key("a"), key("b"));
    assertThat(informer.byIndex("late", "red")).hasSize(2);
    assertThat(informer.byIndex("late", "blue")).isEmpty();
  }

  @Test
  void failingIndexIsReportedAndTheObjectIsStored() throws Exception {
    informer.addIndex(
        Index.of(
            "broken",
            object -> {
              throw new IllegalStateException("no value");
            }));
    run.synced();

    run.collection.put("a", "1");

    run.settle();
    assertThat(reports).containsExactly("index broken default/a no value");
    assertThat(informer.health().healthy()).isTrue();
  }

  @Test
  void errorOfAnIndexDoesNotEndTheInformer() throws Exception {
    informer.addIndex(
        Index.of(
            "deadly",
            object -> {
              Thread.currentThread().interrupt();
              if (object.key().name().equals("deadly")) {
                throw new StackOverflowError();
              }
              return List.of();
            }));
    run.synced();

    run.collection.put("deadly", "1");
    until(() -> informer.health().processingFailure() != null);
    run.collection.delete("deadly");
    run.collection.put("a", "1");

    run.settle();
    assertThat(informer.health().healthy()).isFalse();
  }

  @Test
  void unreadableObjectIsReportedAndItsOldStateStays() throws Exception {
    Resource readable = run.collection.put("a", "1");
    run.synced();

    run.collection.send(
        new WatchEvent.Unreadable(UnreadableObject.of(note("a", 9), "is nonsense")));
    run.collection.put("b", "1");

    run.settle();
    assertThat(informer.get(key("a")).orElseThrow().resource()).isEqualTo(readable);
    assertThat(reports).anySatisfy(report -> assertThat(report).startsWith("unreadable default/a"));
    assertThat(informer.health().healthy()).isTrue();
    assertThat(informer.health().reflector().unreadable()).isEqualTo(1);
  }

  // ---- health

  @Test
  void isUnhealthyWhileTheSourceFailsAndRecovers() throws Exception {
    assertThat(informer.health().healthy()).isFalse();
    run.synced();
    until(() -> informer.health().healthy());

    run.collection.failNextWatch(new UnavailableException("down"));
    run.collection.breakWatches(new UnavailableException("broken"));
    until(() -> !informer.health().healthy());
    assertThat(informer.health().synced()).isTrue();
    assertThat(informer.health().reflector().lastError()).hasMessageContaining("down");

    run.untilInTime(() -> informer.health().healthy());
  }

  @Test
  void healthListsEveryHandler() throws Exception {
    informer.addHandler(new LegalHistory<>(), HandlerOptions.named("first"));
    run.collection.put("a", "1");
    run.synced();
    run.drain();

    InformerHealth health = informer.health();

    assertThat(health.objects()).isEqualTo(1);
    assertThat(health.handlers())
        .containsExactly(new InformerHealth.Handler("first", true, 0, 0, 0));
  }

  // ---- transforms

  @Test
  void managedFieldsAreDroppedUnlessKept() throws Exception {
    Resource managed =
        Resource.parse(
            """
            {"apiVersion":"test.listwatch.io/v1","kind":"Note","metadata":{"name":"m",\
            "namespace":"default","resourceVersion":"7","managedFields":[{"manager":"x"}]}}\
            """);
    run.collection.put("a", "1");
    run.synced();
    run.collection.send(new WatchEvent.Added(managed));
    until(() -> informer.get(key("m")).isPresent());
    assertThat(informer.get(key("m")).orElseThrow().resource().hasManagedFields()).isFalse();

    try (var keeping = new InformerRun(options -> options.keepManagedFields(true))) {
      keeping.synced();
      keeping.collection.send(new WatchEvent.Added(managed));
      until(() -> keeping.informer.get(key("m")).isPresent());
      assertThat(keeping.informer.get(key("m")).orElseThrow().resource()).isEqualTo(managed);
    }
  }

  @Test
  void transformIsCalledOncePerObject() throws Exception {
    var seen = new ConcurrentLinkedQueue<Resource>();
    try (var transforming =
        new InformerRun(
            options ->
                options.transform(
                    object -> {
                      seen.add(object);
                      return object;
                    }))) {
      Resource a = transforming.collection.put("a", "1");
      transforming.informer.addHandler(
          new LegalHistory<>(), HandlerOptions.named("h").resyncEvery(Duration.ofSeconds(1)));
      transforming.synced();
      Resource b = transforming.collection.put("b", "1");
      transforming.settle();
      transforming.timers.advance(Duration.ofSeconds(5));
      transforming.addHistory();
      transforming.drain();

      assertThat(seen).containsExactly(a, b);
    }
  }

  // ---- mutations

  @Test
  void mutationOfASharedObjectIsDetected() throws Exception {
    var found = new ConcurrentLinkedQueue<String>();
    try (var detecting =
        new InformerRun(
            options -> options.detectMutations(true).listener(new ReportingListener(found)))) {
      Informer<StringBuilder> texts =
          detecting.factory.informer(
              Selection.of(Notes.TYPE), new DecodedObjectsTest.CountingCodec());
      detecting.collection.put("a", "1");
      detecting.collection.put("b", "1");
      detecting.synced();

      texts.get(key("a")).orElseThrow().get().append("!");
      texts.get(key("b")).orElseThrow().copy().append("!");

      assertThat(texts.checkMutations()).containsExactly(key("a"));
      assertThat(found).containsExactly("mutation default/a");

      texts.get(key("b")).orElseThrow().get().append("!");
      until(
          () -> {
            // The check loop may set its timer at any time.
            detecting.timers.advance(Duration.ofSeconds(1));
            return found.contains("mutation default/b");
          });
    }
  }

  @Test
  void mutationsAreIgnoredWithoutDetection() throws Exception {
    assertThat(informer.checkMutations()).isEmpty();
  }
}
