package io.listwatch.controller;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.awaitility.Awaitility.await;

import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.model.Notes;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.reflector.FakeCollection;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.time.ManualTimers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;

/**
 * A collection, an informer of it, and a queue in which a test's reconciler records its requests.
 */
abstract class ControllerFixture {
  private final List<AutoCloseable> opened = new ArrayList<>();
  final ManualTimers timers = new ManualTimers();
  final FakeCollection notes = new FakeCollection();
  final Informer<Resource> informer = informer(notes);

  final CountingMetrics metrics = new CountingMetrics();

  /** Requests that were reconciled and not yet checked. */
  final BlockingQueue<Object> reconciled = new LinkedBlockingQueue<>();

  @AfterEach
  final void closeAll() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
    // Handler threads end asynchronously, and the next test counts threads.
    soon().until(() -> threads("listwatch-handler-").isEmpty());
  }

  final Informer<Resource> informer(ListerWatcher source) {
    var factory =
        InformerFactory.builder((type, namespace) -> source)
            .options(options -> options.timers(timers))
            .build();
    toClose(factory);
    return factory.informer(Notes.TYPE);
  }

  final <C extends AutoCloseable> C toClose(C closeable) {
    opened.add(closeable);
    return closeable;
  }

  /** Records the request. */
  final Reconciliation report(Object request) {
    reconciled.add(request);
    return Reconciliation.done();
  }

  /** Waits for the next reconciled request. */
  final Object next() throws InterruptedException {
    Object next = reconciled.poll(30, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("reconciled: nothing (expected: something)");
    }
    return next;
  }

  /** Waits until {@code last} is reconciled, and returns all requests up to it. */
  final List<Object> upTo(Object last) throws InterruptedException {
    var all = new ArrayList<>();
    do {
      all.add(next());
    } while (!all.get(all.size() - 1).equals(last));
    return all;
  }

  /** Waits until the workers of the controller with metrics are idle. */
  final void settle() {
    soon()
        .until(
            () ->
                metrics.gauge("workqueue_depth{name=test}").getAsDouble() == 0
                    && metrics.count("workqueue_queue_duration_seconds{name=test}")
                        == metrics.count("workqueue_work_duration_seconds{name=test}"));
  }

  static ResourceKey key(String name) {
    return Notes.key(name);
  }

  static ConditionFactory soon() {
    return await().atMost(ofSeconds(30)).pollInterval(ofMillis(2));
  }

  static List<Thread> threads(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix))
        .toList();
  }
}
