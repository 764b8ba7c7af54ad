package io.listwatch.controller;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.informer.View;
import io.listwatch.model.ListOptions;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceList;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Watch;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Start, drain and close of a controller. */
@Timeout(60)
final class ControllerLifecycleTest extends ControllerFixture {
  private final CountDownLatch letGo = new CountDownLatch(1);

  @Test
  void workersStartOnlyWhenEveryInformerHasSynced() throws InterruptedException {
    var slow = new GatedCollection();
    var controller =
        controller(this::report).watching(informer(slow), View::key).timers(timers).build();
    toClose(controller);
    notes.put("a", "1");
    slow.collection.put("b", "1");

    controller.start();
    soon().until(() -> controller.backlog() == 1);
    soon().until(() -> threads("listwatch-controller-test-0").size() == 1);
    assertThat(reconciled).isEmpty();

    slow.gate.countDown();
    assertThat(upTo(key("b"))).containsExactly(key("a"), key("b"));
  }

  @Test
  void workersAreNamedDaemonThreads() {
    controllerStarted(this::report, 3);

    assertThat(threads("listwatch-controller-test-"))
        .allMatch(Thread::isDaemon)
        .extracting(Thread::getName)
        .containsExactlyInAnyOrder(
            "listwatch-controller-test-0",
            "listwatch-controller-test-1",
            "listwatch-controller-test-2");
  }

  @Test
  void secondStartDoesNothing() throws InterruptedException {
    var controller = controllerStarted(this::report, 1);
    controller.start();
    notes.put("a", "1");
    notes.put("end", "1");

    assertThat(upTo(key("end"))).containsExactly(key("a"), key("end"));
    assertThat(threads("listwatch-controller-test-")).hasSize(1);
    // Handler threads of earlier tests end asynchronously.
    soon().until(() -> threads("listwatch-handler-").size() == 1);
  }

  @Test
  void startAfterCloseDoesNothing() {
    var controller = controller(this::report).build();
    controller.close();

    controller.start();

    assertThat(threads("listwatch-controller-test-")).isEmpty();
    assertThat(informer.health().handlers()).isEmpty();
  }

  @Test
  void startWithAClosedInformerFailsAndClosesTheController() {
    var closed = informer(new FakeCollection());
    closed.close();
    var controller = controller(this::report).watching(closed, View::key).build();

    assertThatThrownBy(controller::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");

    assertThat(informer.health().handlers()).isEmpty();
    assertThat(threads("listwatch-controller-test-")).isEmpty();
  }

  @Test
  void closeLetsARunningReconcileFinishAndDropsQueuedRequests() throws Exception {
    var controller = controllerStarted(this::reportAndWait, 1);
    notes.put("a", "1");
    notes.put("b", "1");
    assertThat(next()).isEqualTo(key("a"));
    soon().until(() -> controller.backlog() == 1);

    var closing = CompletableFuture.runAsync(controller::close);
    soon().until(() -> informer.health().handlers().isEmpty());
    assertThat(closing).isNotDone();
    letGo.countDown();
    closing.get();

    assertThat(next()).isEqualTo("finished");
    assertThat(reconciled).isEmpty();
    awaitNoThreads();
  }

  @Test
  void closeInterruptsAReconcileThatDoesNotFinish() throws Exception {
    var controller = controllerStarted(this::reportAndWait, 1);
    notes.put("a", "1");
    assertThat(next()).isEqualTo(key("a"));

    var closing = CompletableFuture.runAsync(controller::close);
    soon().until(() -> ofSeconds(30).equals(timers.untilNext()));
    timers.advance(ofSeconds(30));
    closing.get();

    assertThat(next()).isEqualTo("interrupted");
    awaitNoThreads();
  }

  @Test
  void reconcilerMayCloseItsController() throws InterruptedException {
    var itself = new CompletableFuture<Controller<ResourceKey>>();
    itself.complete(
        controllerStarted(
            key -> {
              itself.join().close();
              return report(key);
            },
            1));

    notes.put("a", "1");

    assertThat(next()).isEqualTo(key("a"));
    awaitNoThreads();
  }

  @Test
  void closeBeforeTheInformersHaveSyncedEndsTheWorkers() {
    var slow = new GatedCollection();
    var controller = controller(this::report).watching(informer(slow), View::key).build();
    notes.put("a", "1");
    controller.start();
    soon().until(() -> controller.backlog() == 1);

    controller.close();

    awaitNoThreads();
    assertThat(reconciled).isEmpty();
    slow.gate.countDown();
  }

  @Test
  void informerClosedBeforeItHasSyncedEndsTheWorkers() {
    var unsynced = informer(new GatedCollection());
    toClose(controller(this::report).watching(unsynced, View::key).build()).start();

    unsynced.close();

    soon().until(() -> threads("listwatch-controller-").isEmpty());
  }

  @Test
  void closeLeavesTheInformersOpen() throws InterruptedException {
    var controller = controllerStarted(this::report, 1);
    notes.put("a", "1");
    assertThat(next()).isEqualTo(key("a"));

    controller.close();
    notes.put("b", "1");

    soon().until(() -> informer.get(key("b")).isPresent());
    assertThat(informer.health().handlers()).isEmpty();
    assertThat(reconciled).isEmpty();
  }

  @Test
  void anotherControllerCanUseTheSameInformerAfterwards() throws InterruptedException {
    notes.put("a", "1");
    for (int i = 0; i < 3; i++) {
      var controller = controllerStarted(this::report, 1);
      assertThat(next()).isEqualTo(key("a"));
      controller.close();
    }
  }

  @Test
  void drainFinishesQueuedRequests() throws Exception {
    var controller = controllerStarted(this::reportAndWait, 1);
    notes.put("a", "1");
    notes.put("b", "1");
    assertThat(next()).isEqualTo(key("a"));
    soon().until(() -> controller.backlog() == 1);

    var draining = CompletableFuture.supplyAsync(() -> drain(controller));
    // The timer of the limit is set after the queue has stopped accepting requests.
    soon().until(() -> ofMinutes(1).equals(timers.untilNext()));
    controller.request(key("too late"));
    letGo.countDown();

    assertThat(draining.get()).isTrue();
    assertThat(reconciled).containsExactly("finished", key("b"), "finished");
    awaitNoThreads();
  }

  @Test
  void drainThatTakesTooLongReturnsFalse() throws Exception {
    var controller = controllerStarted(this::reportAndWait, 1);
    notes.put("a", "1");
    assertThat(next()).isEqualTo(key("a"));

    var draining = CompletableFuture.supplyAsync(() -> drain(controller));
    soon().until(() -> ofMinutes(1).equals(timers.untilNext()));
    timers.advance(ofMinutes(1));
    soon().until(() -> ofSeconds(30).equals(timers.untilNext()));
    letGo.countDown();

    assertThat(draining.get()).isFalse();
    awaitNoThreads();
  }

  @Test
  void drainBeforeTheInformersHaveSyncedDoesNotWait() {
    var slow = new GatedCollection();
    var controller = controller(this::report).watching(informer(slow), View::key).build();
    notes.put("a", "1");
    controller.start();
    soon().until(() -> controller.backlog() == 1);

    assertThat(drain(controller)).isFalse();

    awaitNoThreads();
    assertThat(reconciled).isEmpty();
    slow.gate.countDown();
  }

  @Test
  void drainOfANeverStartedControllerDoesNotWait() {
    var controller = controller(this::report).build();
    assertThat(drain(controller)).isTrue();

    var asked = controller(this::report).build();
    asked.request(key("a"));
    assertThat(drain(asked)).isFalse();
  }

  private static boolean drain(Controller<?> controller) {
    try {
      return controller.drain(ofMinutes(1));
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private Reconciliation reportAndWait(ResourceKey key) {
    report(key);
    try {
      letGo.await();
      return report("finished");
    } catch (InterruptedException interrupted) {
      return report("interrupted");
    }
  }

  private ControllerBuilder<ResourceKey> controller(Reconciler<ResourceKey> reconciler) {
    return Controller.builder("test", reconciler).timers(timers).watching(informer, View::key);
  }

  private Controller<ResourceKey> controllerStarted(
      Reconciler<ResourceKey> reconciler, int workers) {
    Controller<ResourceKey> controller = toClose(controller(reconciler).workers(workers).build());
    controller.start();
    return controller;
  }

  private static void awaitNoThreads() {
    soon()
        .until(
            () ->
                threads("listwatch-controller-").isEmpty()
                    && threads("listwatch-handler-").isEmpty());
  }

  /** Blocks every call until its gate is opened. */
  private static final class GatedCollection implements ListerWatcher {
    private final FakeCollection collection = new FakeCollection();
    private final CountDownLatch gate = new CountDownLatch(1);

    @Override
    public ResourceList list(ListOptions options) throws InterruptedException {
      gate.await();
      return collection.list(options);
    }

    @Override
    public Watch watch(WatchOptions options) throws InterruptedException {
      gate.await();
      return collection.watch(options);
    }

    @Override
    public boolean streamsInitialEvents() {
      return collection.streamsInitialEvents();
    }
  }
}
