package io.listwatch.bench;

import io.listwatch.informer.HandlerRegistration;
import io.listwatch.informer.Informer;
import io.listwatch.informer.InformerFactory;
import io.listwatch.informer.ResourceHandler;
import io.listwatch.informer.View;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.store.Index;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * The informer of pods under measurement, with indexes by namespace and by node, and one handler
 * that counts.
 */
final class MeasuredInformer implements AutoCloseable {
  private static final ResourceType PODS = ResourceType.namespaced("v1", "Pod", "pods");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final LongAdder handled = new LongAdder();
  private final InformerFactory factory;
  private final Informer<Resource> informer;
  private final HandlerRegistration handler;

  MeasuredInformer(FrameSource source) {
    factory = InformerFactory.builder((type, namespace) -> source).build();
    informer = factory.informer(PODS);
    informer.addIndex(Index.path("node", "spec.nodeName"));
    handler =
        informer.addHandler(
            new ResourceHandler<>() {
              @Override
              public void onAdd(View<Resource> object, boolean initial) {
                handled.increment();
              }

              @Override
              public void onUpdate(View<Resource> previous, View<Resource> current) {
                handled.increment();
              }
            });
  }

  /** Starts the informer and waits until the handler has seen {@code count} objects. */
  void start(int count) throws InterruptedException {
    factory.start();
    informer.awaitSync(PATIENCE);
    if (informer.list().size() != count) {
      throw new IllegalStateException("not synced: " + informer.health());
    }
    awaitHandled(count);
  }

  /**
   * Waits until the handler has seen {@code count} changes. Merged notifications count as the
   * changes that they contain.
   */
  void awaitHandled(long count) {
    while (handled.sum() + handler.merged() < count) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    factory.close();
  }
}
