package io.listwatch.server.controllers;

import io.listwatch.metrics.Metrics;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.ListerWatcher;
import io.listwatch.reflector.Reflector;
import io.listwatch.reflector.ReflectorPolicy;
import io.listwatch.reflector.ReflectorStore;
import io.listwatch.time.Timers;
import java.util.List;
import java.util.Set;

/**
 * Runs one reflector of the metadata of all objects, and passes it to several stores.
 *
 * <p>Threads: one of its own, which alone calls the stores.
 */
final class ObjectFeed implements AutoCloseable {
  private final Reflector reflector;
  private final Thread thread;

  ObjectFeed(
      ListerWatcher source, List<? extends ReflectorStore> stores, Timers timers, Metrics metrics) {
    this.reflector =
        Reflector.builder(source, new EachOf(List.copyOf(stores)))
            .policy(ReflectorPolicy.SERVER)
            .name("metadata")
            .timers(timers)
            .metrics(metrics)
            .build();
    this.thread = new Thread(reflector, "listwatch-metadata");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    reflector.close();
  }

  private record EachOf(List<ReflectorStore> stores) implements ReflectorStore {
    @Override
    public void replace(
        List<Resource> items, Set<ResourceKey> unreadable, ResourceVersion version) {
      stores.forEach(each -> each.replace(items, unreadable, version));
    }

    @Override
    public void add(Resource object) {
      stores.forEach(each -> each.add(object));
    }

    @Override
    public void update(Resource object) {
      stores.forEach(each -> each.update(object));
    }

    @Override
    public void delete(Resource object) {
      stores.forEach(each -> each.delete(object));
    }

    @Override
    public void bookmark(ResourceVersion version) {
      stores.forEach(each -> each.bookmark(version));
    }
  }
}
