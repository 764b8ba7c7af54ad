package io.listwatch.examples;

import io.listwatch.informer.HandlerOptions;
import io.listwatch.informer.HandlerRegistration;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.View;
import io.listwatch.model.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Registers one handler that hangs and others that do not, and shows which of them are delayed and
 * how many notifications wait.
 */
final class SlowHandler implements Example {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int OTHERS = 4;
  private static final int OBJECTS = 10;
  private static final int EDITS = 300;

  /** The queue capacity of a handler, small so that it fills up soon. */
  private static final int CAPACITY = 32;

  @Override
  public void run(Stage stage) throws Exception {
    var maps = new Maps(stage.client());
    var stuck = new CountDownLatch(1);
    var calls = new ArrayList<AtomicInteger>();
    try (InformerFactory factory = stage.informers(Types.CONFIG_MAPS)) {
      Informer<Resource> informer = factory.informer(Types.CONFIG_MAPS);
      List<HandlerRegistration> registrations = new ArrayList<>();
      for (int i = 0; i <= OTHERS; i++) {
        var count = new AtomicInteger();
        calls.add(count);
        String name = i == 0 ? "slow" : "quick-" + i;
        Runnable work = i == 0 ? () -> await(stuck) : () -> {};
        registrations.add(
            informer.addHandler(
                stage.trace().handler(name, counting(count, work)),
                HandlerOptions.named(name).withCapacity(CAPACITY)));
      }
      factory.start();
      informer.awaitSync(PATIENCE);
      List<AtomicInteger> quick = calls.subList(1, calls.size());
      for (int i = 0; i < OBJECTS; i++) {
        maps.create("map-" + i);
      }
      for (int i = 1; i <= EDITS; i++) {
        maps.edit("map-" + i % OBJECTS, i);
        if (i % OBJECTS == 0) {
          // Keeps the other handlers' queues from filling up, even on a busy machine.
          awaitCalls(quick, OBJECTS + i);
        }
      }

      stage.say("%d objects were created and edited %d times; one handler hangs:", OBJECTS, EDITS);
      show(stage, calls, registrations);

      stuck.countDown();
      if (!informer.drain(PATIENCE)) {
        throw new IllegalStateException("the handlers were not notified of all changes in time");
      }
      stage.say("%nIt continues, and receives the last state of each object:");
      show(stage, calls, registrations);
    }
  }

  private static ResourceHandler<Resource> counting(AtomicInteger count, Runnable work) {
    return new ResourceHandler<>() {
      @Override
      public void onAdd(View<Resource> object, boolean initial) {
        called();
      }

      @Override
      public void onUpdate(View<Resource> previous, View<Resource> current) {
        called();
      }

      private void called() {
        work.run();
        synchronized (count) {
          count.incrementAndGet();
          count.notifyAll();
        }
      }
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitCalls(List<AtomicInteger> counts, int enough)
      throws InterruptedException {
    for (AtomicInteger count : counts) {
      synchronized (count) {
        while (count.get() < enough) {
          count.wait();
        }
      }
    }
  }

  private static void show(
      Stage stage, List<AtomicInteger> calls, List<HandlerRegistration> registrations) {
    stage.say("  handler      calls   waiting   merged");
    for (int i = 0; i < calls.size(); i++) {
      HandlerRegistration each = registrations.get(i);
      stage.say(
          "  %-10s %7d %9d %8d", each.name(), calls.get(i).get(), each.backlog(), each.merged());
    }
  }
}
