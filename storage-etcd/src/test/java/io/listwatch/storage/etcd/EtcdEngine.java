package io.listwatch.storage.etcd;

import io.listwatch.storage.ManualStorageClock;
import io.listwatch.storage.Storage;
import io.listwatch.storage.StorageClock;
import io.listwatch.storage.StorageEngine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens storages in one cluster for the contracts, each with its own prefix. */
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

  /** Other storages write to the same cluster. */
  @Override
  public boolean hasDenseRevisions() {
    return false;
  }

  @Override
  public boolean followsClock() {
    return false;
  }

  /** etcd uses the real clock, and the contract waits for its effects. */
  @Override
  public void pass(ManualStorageClock ignored, Duration duration) {}

  @Override
  public void close() {
    clock.close();
    cluster.close();
  }
}
