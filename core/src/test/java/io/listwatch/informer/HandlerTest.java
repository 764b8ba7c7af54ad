package io.listwatch.informer;

import static io.listwatch.informer.InformerRun.resultOf;
import static io.listwatch.informer.InformerRun.until;
import static io.listwatch.model.Notes.key;
import static io.listwatch.model.Notes.note;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.reflector.ReflectorPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The notifications of handlers, with both kinds of queue. */
@Timeout(60)
final class HandlerTest {
  private static final Duration PERIOD = Duration.ofMinutes(10);

  private final ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
  private final List<InformerRun> runs = new ArrayList<>();

  private InformerRun run(QueueKind queue) {
    return run(queue, ReflectorPolicy.CLIENT);
  }

  private InformerRun run(QueueKind queue, ReflectorPolicy policy) {
    var run =
        new InformerRun(
            options ->
                options.queue(queue).policy(policy).listener(new ReportingListener(reports)));
    runs.add(run);
    return run;
  }

  @AfterEach
  void close() {
    runs.forEach(InformerRun::close);
  }

  // ---- early and late

  @ParameterizedTest
  @EnumSource
  void earlyHandlerGetsTheInitialListThenChanges(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.collection.put("a", "1");
    var history = run.addHistory();
    run.synced();
    run.settle();

    run.collection.put("b", "1");
    run.collection.put("a", "2");
    run.settle();
    run.collection.delete("b");
    run.settle();

    history.assertLegalAndEndsAs(run.collection.objects());
    assertThat(history.events())
        .containsExactly(
            "add a@2 uid-2 initial",
            "synced",
            "add b@3 uid-3",
            "update a@2 uid-2 to a@4 uid-2",
            "delete b@5 uid-3");
  }

  @ParameterizedTest
  @EnumSource
  void lateHandlerGetsExistingObjectsThenChanges(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.collection.put("a", "1");
    run.synced();
    run.collection.put("b", "1");
    run.settle();

    var late = run.addHistory();
    run.collection.put("a", "2");
    run.settle();

    late.assertLegalAndEndsAs(run.collection.objects());
    assertThat(late.events())
        .containsExactly(
            "add a@2 uid-2 initial",
            "add b@3 uid-3 initial",
            "synced",
            "update a@2 uid-2 to a@4 uid-2");
  }

  @ParameterizedTest
  @EnumSource
  void handlerSyncsOnAnEmptyCollection(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    HandlerRegistration early = run.informer.addHandler(new LegalHistory<>());
    assertThat(early.hasSynced()).isFalse();
    run.synced();
    HandlerRegistration late = run.informer.addHandler(new LegalHistory<>());

    until(() -> early.hasSynced() && late.hasSynced());
    assertThat(late.synced().toCompletableFuture()).isCompleted();
  }

  @ParameterizedTest
  @EnumSource
  void handlerHasSyncedOnlyAfterDelivery(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.collection.put("a", "1");
    var gate = new Gate<>(new LegalHistory<Resource>());
    HandlerRegistration registration = run.informer.addHandler(gate);
    run.synced();

    until(() -> gate.waiting());
    assertThat(run.informer.hasSynced()).isTrue();
    assertThat(registration.hasSynced()).isFalse();

    gate.open();
    until(registration::hasSynced);
  }

  /**
   * The official Java client registers first and replays without a lock, so an update may come
   * first.
   */
  @ParameterizedTest
  @EnumSource
  void o6_lateHandlerNeverSeesUpdateBeforeAddOrAddAfterDelete(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.synced();
    var stop = new AtomicBoolean();
    var writer = CompletableFuture.runAsync(() -> writeUntil(stop, run));

    var histories = new ArrayList<LegalHistory<Resource>>();
    for (int i = 0; i < 60; i++) {
      ResourceVersion before = run.collection.version();
      histories.add(run.addHistory());
      until(() -> !run.collection.version().equals(before));
    }
    stop.set(true);
    resultOf(writer);
    run.settle();

    for (var history : histories) {
      history.assertLegalAndEndsAs(run.collection.objects());
    }
  }

  private static void writeUntil(AtomicBoolean stop, InformerRun run) {
    for (int i = 0; !stop.get() || i < 500; i++) {
      String name = "note-" + i % 7;
      if (i % 3 == 0) {
        run.collection.delete(name);
      } else {
        run.collection.put(name, "text " + i);
      }
      // Do not write faster than the informer follows, so that handlers are added amid changes.
      if (i % 64 == 0) {
        run.settleObjects();
      }
    }
  }

  // ---- relists

  /**
   * The official Java client delivers a relist's changes only to handlers that are due for a
   * resync.
   */
  @ParameterizedTest
  @EnumSource
  void o4_relistNotifiesEveryHandlerEvenWithResync(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.collection.put("changes", "1");
    run.collection.put("goes", "1");
    var plain = run.addHistory();
    var resyncing = new LegalHistory<Resource>();
    resyncing.of(run.informer.addHandler(resyncing, HandlerOptions.named("r").resyncEvery(PERIOD)));
    run.synced();
    run.settle();

    run.unwatched(
        () -> {
          run.collection.put("changes", "2");
          run.collection.delete("goes");
          run.collection.put("comes", "1");
        });
    run.settleInTime();

    for (var history : List.of(plain, resyncing)) {
      history.assertLegalAndEndsAs(run.collection.objects());
      assertThat(history.events())
          .contains(
              "update changes@2 uid-2 to changes@4 uid-2",
              "delete goes@3 uid-3 unseen",
              "add comes@6 uid-6");
    }
  }

  @Test
  void inOrderRelistDeliversDeletionsFirst() throws Exception {
    InformerRun run = run(QueueKind.IN_ORDER);
    run.collection.put("changes", "1");
    run.collection.put("goes", "1");
    var history = run.addHistory();
    run.synced();
    run.settle();

    run.unwatched(
        () -> {
          run.collection.put("changes", "2");
          run.collection.delete("goes");
          run.collection.put("comes", "1");
        });
    run.settleInTime();

    assertThat(history.events())
        .endsWith(
            "delete goes@3 uid-3 unseen",
            "update changes@2 uid-2 to changes@4 uid-2",
            "add comes@6 uid-6");
  }

  @Test
  void changesFoundByARelistAreBetweenItsBeginAndItsEnd() throws Exception {
    InformerRun run = run(QueueKind.IN_ORDER);
    run.collection.put("a", "1");
    var calls = new ConcurrentLinkedQueue<String>();
    run.informer.addHandler(
        new ResourceHandler<>() {
          @Override
          public void onAdd(View<Resource> object, boolean initial) {
            calls.add("add @" + object.resource().version());
          }

          @Override
          public void onUpdate(View<Resource> previous, View<Resource> current) {
            calls.add("update @" + current.resource().version());
          }

          @Override
          public void onRelistBegin(ResourceVersion last) {
            calls.add("begin @" + last);
          }

          @Override
          public void onRelistEnd(ResourceVersion version) {
            calls.add("end @" + version);
          }
        });
    run.synced();
    run.settle();

    run.unwatched(
        () -> {
          run.collection.put("a", "2");
          run.collection.put("a", "3");
        });
    run.settleInTime();
    run.collection.put("a", "4");
    run.settle();

    assertThat(calls).containsExactly("add @2", "begin @2", "update @4", "end @4", "update @5");
  }

  @ParameterizedTest
  @EnumSource
  void relistWithoutChangesNotifiesNoHandler(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.collection.put("a", "1");
    var history = run.addHistory();
    run.synced();
    run.settle();

    run.unwatched(() -> run.collection.put("b", "1"));
    run.settleInTime();

    assertThat(history.events())
        .containsExactly("add a@2 uid-2 initial", "synced", "add b@3 uid-3");
  }

  /**
   * client-go reports an update instead, so users that wait for the old object's deletion wait
   * forever.
   */
  @ParameterizedTest
  @EnumSource
  void objectRecreatedDuringAWatchGapIsDeletedThenAdded(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.collection.put("a", "1");
    var history = run.addHistory();
    run.synced();
    run.settle();

    run.unwatched(
        () -> {
          run.collection.delete("a");
          run.collection.put("a", "2");
        });
    run.settleInTime();

    history.assertLegalAndEndsAs(run.collection.objects());
    assertThat(history.events())
        .containsExactly(
            "add a@2 uid-2 initial", "synced", "delete a@2 uid-2 unseen", "add a@4 uid-4");
  }

  /**
   * The deleted object was never seen, so handlers are notified of the deletion of the known one.
   */
  @ParameterizedTest
  @EnumSource
  void deletionOfAnUnseenRecreatedObjectDeletesTheKnownOne(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.collection.put("a", "1");
    var history = run.addHistory();
    run.synced();
    run.settle();

    run.collection.send(new WatchEvent.Deleted(note(key("a"), "another-uid", 7, "unseen")));
    until(() -> run.held().isEmpty());
    run.drain();

    history.assertLegal();
    assertThat(history.events()).endsWith("delete a@2 uid-2 unseen");
  }

  // ---- resync

  /** The official Java client passes the same period twice and ignores the handler's. */
  @ParameterizedTest
  @EnumSource
  void o5_resyncPeriodOfAHandlerDoesNotAffectOthers(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.collection.put("a", "1");
    run.collection.put("b", "1");
    var never = run.addHistory();
    var often = new LegalHistory<Resource>();
    var rarely = new LegalHistory<Resource>();
    run.informer.addHandler(often, HandlerOptions.named("often").resyncEvery(PERIOD));
    run.informer.addHandler(
        rarely, HandlerOptions.named("rarely").resyncEvery(PERIOD.multipliedBy(3)));
    run.synced();
    run.settle();

    pass(run, PERIOD.minusNanos(1));
    assertThat(resyncs(often)).isZero();

    pass(run, Duration.ofNanos(1));
    assertThat(resyncs(often)).isEqualTo(2);
    assertThat(resyncs(rarely)).isZero();

    pass(run, PERIOD);
    pass(run, PERIOD);
    assertThat(resyncs(often)).isEqualTo(6);
    assertThat(resyncs(rarely)).isEqualTo(2);
    assertThat(resyncs(never)).isZero();
    often.assertLegalAndEndsAs(run.collection.objects());
  }

  @ParameterizedTest
  @EnumSource
  void resyncPeriodOfThePolicyResyncsEveryHandler(QueueKind queue) throws Exception {
    InformerRun run = run(queue, ReflectorPolicy.CLIENT.with(p -> p.resyncPeriod(PERIOD)));
    run.collection.put("a", "1");
    run.collection.put("b", "1");
    var first = run.addHistory();
    var second = run.addHistory();
    run.synced();
    run.settle();

    run.timers.advance(PERIOD);
    until(() -> resyncs(first) == 2 && resyncs(second) == 2);
    pass(run, PERIOD.minusNanos(1));

    assertThat(resyncs(first)).isEqualTo(2);
    assertThat(resyncs(second)).isEqualTo(2);
    first.assertLegalAndEndsAs(run.collection.objects());
    second.assertLegalAndEndsAs(run.collection.objects());
  }

  /**
   * Advances the clock, then makes a change. Once that is delivered, everything before it has been
   * delivered, too.
   */
  private static void pass(InformerRun run, Duration time) {
    run.timers.advance(time);
    run.collection.put("z", "at " + run.timers.now());
    run.settle();
  }

  private static long resyncs(LegalHistory<Resource> history) {
    return history.events().stream()
        .filter(event -> event.matches("update ([ab]\\S+ \\S+) to \\1"))
        .count();
  }

  @ParameterizedTest
  @EnumSource
  void removedHandlerLeavesNoTimerBehind(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.synced();
    int before = run.timers.pending();

    HandlerRegistration registration =
        run.informer.addHandler(
            new LegalHistory<>(), HandlerOptions.named("h").resyncEvery(PERIOD));
    assertThat(run.timers.pending()).isEqualTo(before + 1);
    registration.close();

    assertThat(run.timers.pending()).isEqualTo(before);
  }

  // ---- slow, throwing, removed

  @ParameterizedTest
  @EnumSource
  void slowHandlerDoesNotDelayOthersAndCatchesUp(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    var slow = new Gate<>(new LegalHistory<Resource>());
    HandlerRegistration registration =
        run.informer.addHandler(slow, HandlerOptions.named("slow").withCapacity(4));
    var quick = run.addHistory();
    run.synced();

    for (int i = 1; i <= 500; i++) {
      run.collection.put("note-" + i % 5, "text " + i);
    }
    run.settleObjects();
    until(() -> quick.objects().equals(run.collection.objects()));
    assertThat(registration.backlog()).isLessThanOrEqualTo(4 + 5 * 2);
    assertThat(registration.merged()).isPositive();
    assertThat(run.informer.drain(Duration.ZERO)).isFalse();

    slow.open();
    run.settle();
    slow.history.assertLegalAndEndsAs(run.collection.objects());
    quick.assertLegalAndEndsAs(run.collection.objects());
  }

  /** With client-go, a handler that throws never syncs: kubernetes/kubernetes issue 129024. */
  @ParameterizedTest
  @EnumSource
  void throwingHandlerIsReportedContinuesAndSyncs(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.collection.put("a", "1");
    run.collection.put("b", "1");
    var told = new ConcurrentLinkedQueue<ResourceKey>();
    HandlerRegistration registration =
        run.informer.addHandler(
            ResourceHandler.keys(
                key -> {
                  told.add(key);
                  throw new AssertionError("a bug in " + key);
                }),
            HandlerOptions.named("buggy"));
    run.synced();
    run.collection.put("a", "2");
    run.settle();

    assertThat(told).containsExactly(key("a"), key("b"), key("a"));
    assertThat(registration.hasSynced()).isTrue();
    assertThat(registration.failures()).isEqualTo(3);
    assertThat(reports).hasSize(3).contains("handler buggy a bug in default/a");
    assertThat(run.informer.health().healthy()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void handlerThatInterruptsItsThreadContinues(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    var told = new ConcurrentLinkedQueue<ResourceKey>();
    run.informer.addHandler(
        ResourceHandler.keys(
            key -> {
              told.add(key);
              Thread.currentThread().interrupt();
            }));
    run.synced();

    run.collection.put("a", "1");
    run.settle();
    run.collection.put("b", "1");
    run.settle();

    assertThat(told).containsExactly(key("a"), key("b"));
  }

  @ParameterizedTest
  @EnumSource
  void handlerRemovedDuringACallIsNotCalledAgainAndCompletesEnded(QueueKind queue)
      throws Exception {
    InformerRun run = run(queue);
    run.collection.put("a", "1");
    run.collection.put("b", "1");
    var gate = new Gate<>(new LegalHistory<Resource>());
    HandlerRegistration registration = run.informer.addHandler(gate);
    run.synced();
    until(gate::waiting);

    registration.close();
    registration.close();
    assertThat(registration.ended().toCompletableFuture()).isNotDone();
    gate.open();
    resultOf(registration.ended());
    run.collection.put("c", "1");
    run.settle();

    assertThat(gate.history.events()).hasSize(1);
    assertThat(registration.hasSynced()).isFalse();
    assertThat(registration.synced().toCompletableFuture()).isCompletedExceptionally();
    assertThat(run.informer.health().handlers()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void handlerMayRemoveItself(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.synced();
    var own = new CompletableFuture<HandlerRegistration>();
    var told = new ConcurrentLinkedQueue<ResourceKey>();
    own.complete(
        run.informer.addHandler(
            ResourceHandler.keys(
                key -> {
                  told.add(key);
                  own.join().close();
                })));

    run.collection.put("a", "1");
    resultOf(own.join().ended());
    run.collection.put("b", "1");
    run.settle();

    assertThat(told).containsExactly(key("a"));
  }

  @ParameterizedTest
  @EnumSource
  void handlerRemovedBeforeTheStartHasEnded(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.collection.put("a", "1");
    var history = new LegalHistory<Resource>();
    HandlerRegistration registration = run.informer.addHandler(history);

    registration.close();
    assertThat(registration.ended().toCompletableFuture()).isCompleted();
    run.synced();
    run.settle();

    assertThat(history.events()).isEmpty();
  }

  // ---- drain

  @ParameterizedTest
  @EnumSource
  void drainDeliversEverythingThatCouldBeRead(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    var history = run.addHistory();
    run.synced();

    for (int i = 1; i <= 300; i++) {
      Resource written = run.collection.put("a", "text " + i);
      run.settleObjects();
      assertThat(run.informer.drain(Duration.ofDays(1))).isTrue();
      assertThat(history.objects()).containsEntry(key("a"), written);
    }
  }

  @ParameterizedTest
  @EnumSource
  void drainOfAStuckHandlerTimesOut(QueueKind queue) throws Exception {
    InformerRun run = run(queue);
    run.collection.put("a", "1");
    var gate = new Gate<>(new LegalHistory<Resource>());
    run.informer.addHandler(gate);
    run.synced();
    until(gate::waiting);

    var drained = CompletableFuture.supplyAsync(() -> drain(run));
    until(
        () -> {
          // The wait may set its timer at any time.
          run.timers.advance(Duration.ofMinutes(1));
          return drained.isDone();
        });

    assertThat(resultOf(drained)).isFalse();
    gate.open();
    assertThat(run.informer.drain(Duration.ofDays(1))).isTrue();
  }

  private static boolean drain(InformerRun run) {
    try {
      return run.informer.drain(Duration.ofMinutes(1));
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  /** Blocks a history's calls until it is opened, or lets some through. */
  static final class Gate<T> implements ResourceHandler<T> {
    final LegalHistory<T> history;
    private final Semaphore permits = new Semaphore(0);

    Gate(LegalHistory<T> history) {
      this.history = history;
    }

    boolean waiting() {
      return permits.hasQueuedThreads();
    }

    void letThrough(int calls) {
      permits.release(calls);
    }

    void open() {
      permits.release(1_000_000);
    }

    @Override
    public void onAdd(View<T> object, boolean initial) {
      permits.acquireUninterruptibly();
      history.onAdd(object, initial);
    }

    @Override
    public void onUpdate(View<T> previous, View<T> current) {
      permits.acquireUninterruptibly();
      history.onUpdate(previous, current);
    }

    @Override
    public void onDelete(View<T> last, boolean finalStateUnknown) {
      permits.acquireUninterruptibly();
      history.onDelete(last, finalStateUnknown);
    }
  }
}
