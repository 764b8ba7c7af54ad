package io.listwatch.testing.clients;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.atomic.AtomicInteger;

/** Changes a config map all the time, so that whoever looks at it meets a change. */
final class Changes implements AutoCloseable {
  private final KubernetesClient client;
  private final ConfigMap object;
  private final Thread thread = new Thread(this::run, "test-changes");
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean closed;

  Changes(KubernetesClient client, ConfigMap object) {
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

  /** How often it has changed: its value. */
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
