package io.listwatch.bench.compare;

import io.listwatch.client.ApiClient;
import io.listwatch.client.HttpListerWatcher;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.View;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.BackoffPolicy;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntToLongFunction;

/**
 * Informers of the same objects, each with its own watch, that record when they receive each
 * update.
 */
final class RotatingInformers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final IntToLongFunction since;
  private final Latencies latencies;
  private final ApiClient client;
  private final List<InformerFactory> factories = new ArrayList<>();
  private final AtomicInteger watches = new AtomicInteger();
  private final LongAdder handled = new LongAdder();

  /**
   * @param watchTimeout the minimum duration of a watch
   * @param since the time since an update was sent
   */
  RotatingInformers(
      Target target,
      int count,
      Duration watchTimeout,
      IntToLongFunction since,
      Latencies latencies) {
    this.since = since;
    this.latencies = latencies;
    this.client = target.client();
    // With the default backoff, such short watches would be reopened after growing delays.
    ReflectorPolicy policy =
        ReflectorPolicy.CLIENT.with(
            changes ->
                changes.watchTimeout(watchTimeout).backoff(BackoffPolicy.constant(Duration.ZERO)));
    for (int i = 0; i < count; i++) {
      InformerFactory factory =
          InformerFactory.builder(
                  (type, namespace) -> new Counted(client.listerWatcher(type, namespace)))
              .options(options -> options.policy(policy))
              .build();
      Informer<Resource> informer = factory.informer(RotationBenchmark.MAPS);
      var unused = informer.addHandler(new Handler());
      factories.add(factory);
      factory.start();
    }
  }

  void awaitSync() throws InterruptedException {
    for (InformerFactory factory : factories) {
      factory.awaitSync(PATIENCE);
    }
  }

  /** Waits until handlers have received this many updates in total. */
  void awaitUpdates(long count) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (handled.sum() < count) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "handled: %d (expected: %d)".formatted(handled.sum(), count));
      }
      Thread.sleep(5);
    }
  }

  /** Returns the number of watches that have replaced an earlier one. */
  int rotations() {
    return watches.get() - factories.size();
  }

  @Override
  public void close() {
    factories.forEach(InformerFactory::close);
    client.close();
  }

  private final class Handler implements ResourceHandler<Resource> {
    @Override
    public void onAdd(View<Resource> object, boolean initial) {}

    @Override
    public void onUpdate(View<Resource> previous, View<Resource> current) {
      String update = current.labels().value(RotationBenchmark.LABEL);
      latencies.add(since.applyAsLong(Integer.parseInt(String.valueOf(update))));
      handled.increment();
    }
  }

  /** Counts the opened watches. */
  private final class Counted implements ListerWatcher {
    private final HttpListerWatcher source;

    private Counted(HttpListerWatcher source) {
      this.source = source;
    }

    @Override
    public ResourceList list(ListOptions options) throws InterruptedException {
      return source.list(options);
    }

    @Override
    public Watch watch(WatchOptions options) throws InterruptedException {
      watches.incrementAndGet();
      return source.watch(options);
    }

    @Override
    public boolean streamsInitialEvents() {
      return source.streamsInitialEvents();
    }
  }
}
