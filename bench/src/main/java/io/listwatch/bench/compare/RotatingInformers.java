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
 * Informers of the same objects, each with a watch of its own, that note when they hear of what.
 */
final class RotatingInformers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final IntToLongFunction since;
  private final Latencies latencies;
  private final ApiClient client;
  private final List<InformerFactory> factories = new ArrayList<>();
  private final AtomicInteger watches = new AtomicInteger();
  private final LongAdder told = new LongAdder();

  /**
   * @param watchTimeout the shortest that a watch lasts
   * @param since how long ago an update was sent
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
    // Watches as short as these would be opened again with pauses that grow.
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
      List<String> late = factory.awaitSync(PATIENCE);
      if (!late.isEmpty()) {
        throw new IllegalStateException("not synced: " + factory.health());
      }
    }
  }

  /** Waits until handlers have been told of so many updates in all. */
  void awaitTold(long count) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (told.sum() < count) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("told: %d (expected: %d)".formatted(told.sum(), count));
      }
      Thread.sleep(5);
    }
  }

  /** How many watches have taken another's place. */
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
      told.increment();
    }
  }

  /** Counts the watches that are opened. */
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
