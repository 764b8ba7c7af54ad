package io.listwatch.storage.etcd;

import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageClock;
import io.listwatch.storage.StorageEngine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** How the contracts open storages in one cluster, each below a prefix of its own. */
final class EtcdEngine implements StorageEngine, AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final EtcdCluster cluster;
  private final RunningClock clock = new RunningClock();

  EtcdEngine(EtcdCluster cluster) {
    this.cluster = cluster;
  }

  static String newPrefix() {
    return "/test-" + NUMBER.incrementAndGet();
  }

  @Override
  public Storage open(StorageClock ignored) {
    return EtcdStorage.builder(cluster.endpoints(), clock)
        .timeout(Patience.OF_A_CALL)
        .prefix(newPrefix())
        .open();
  }

  /** The others write to the same cluster. */
  @Override
  public boolean hasDenseRevisions() {
    return false;
  }

  @Override
  public boolean followsClock() {
    return false;
  }

  /** Etcd's time passes by itself, while the contract waits for what it brings. */
  @Override
  public void pass(ManualStorageClock ignored, Duration duration) {}

  @Override
  public void close() {
    clock.close();
    cluster.close();
  }
}
