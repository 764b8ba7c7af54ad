package io.listwatch.informer;

import static org.awaitility.Awaitility.await;

import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.UnavailableException;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.reflector.ReflectorState;
import io.listwatch.time.ManualTimers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** An informer of notes in a test: its source, its clock, and methods that wait for it. */
final class InformerRun implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(1);

  final FakeCollection collection = new FakeCollection();
  final ManualTimers timers = new ManualTimers();
  final InformerFactory factory;
  final Informer<Resource> informer;

  InformerRun(Consumer<InformerOptions.Builder> changes) {
    factory =
        InformerFactory.builder((type, namespace) -> collection)
            .options(options -> options.timers(timers))
            .options(changes)
            .build();
    informer = factory.informer(Notes.TYPE);
  }

  InformerRun() {
    this(options -> {});
  }

  /** Starts, and waits until the initial list is in the store and the watch is open. */
  InformerRun synced() throws InterruptedException {
    informer.start();
    informer.awaitSync(PATIENCE);
    return this;
  }

  LegalHistory<Resource> addHistory() {
    var history = new LegalHistory<Resource>();
    return history.of(informer.addHandler(history));
  }

  Map<ResourceKey, Resource> held() {
    var objects = new TreeMap<ResourceKey, Resource>();
    informer.snapshot().all().forEach(object -> objects.put(object.key(), object));
    return objects;
  }

  /** Makes changes during a watch gap and compacts the history, so that only a list shows them. */
  void unwatched(Runnable changes) {
    collection.refuseWatches(new UnavailableException("still gone"));
    collection.breakWatches(new UnavailableException("gone"));
    until(() -> informer.health().reflector().state() == ReflectorState.WAITING);
    changes.run();
    collection.compact();
    collection.acceptWatches();
  }

  /** Waits, with the clock standing still, until the store equals the source. */
  void settleObjects() {
    until(() -> held().equals(collection.objects()));
  }

  /** Like {@link #settleObjects}, and until every handler has been notified. */
  void settle() {
    settleObjects();
    drain();
  }

  /** Like {@link #settle}, with the clock running, so that back-offs end. */
  void settleInTime() {
    untilInTime(() -> held().equals(collection.objects()));
    drain();
  }

  /** Like {@link #until}, with the clock running. */
  void untilInTime(Callable<Boolean> condition) {
    untilInTime(timers, condition);
  }

  /**
   * Waits with the clock running. A thread may report that it waits before it has set its timer, so
   * a single advance of the clock might come too early.
   */
  static void untilInTime(ManualTimers timers, Callable<Boolean> condition) {
    until(
        () -> {
          boolean fulfilled = condition.call();
          if (!fulfilled) {
            timers.advance(Duration.ofSeconds(1));
          }
          return fulfilled;
        });
  }

  /** Waits until every handler has been notified of the store's content. */
  void drain() {
    until(() -> informer.drain(Duration.ZERO));
  }

  static void until(Callable<Boolean> condition) {
    await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL)
        .atMost(PATIENCE)
        .until(condition);
  }

  /** Returns the result of another thread, with a long timeout. */
  static <T> T resultOf(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    factory.close();
  }
}
