package io.listwatch.testing.clients;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.atomic.AtomicInteger;

/** Updates a config map continuously in the background, for tests that need concurrent updates. */
final class ContinuousUpdates implements AutoCloseable {
  private final KubernetesClient client;
  private final ConfigMap object;
  private final Thread thread = new Thread(this::run, "test-updates");
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean closed;

  ContinuousUpdates(KubernetesClient client, ConfigMap object) {
    this.client = client;
    this.object = object;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!closed) {
      int next = count.get() + 1;
      client.resource(new ConfigMapBuilder(object).addToData("k", "" + next).build()).update();
      count.set(next);
    }
  }

  /** Returns the number of updates so far, which is also the config map's current value. */
  int count() {
    return count.get();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
