package io.listwatch.storage.etcd;

import io.listwatch.storage.StorageContract;
import io.listwatch.storage.StorageEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Runs the contract on one member, which all tests share. */
@Tag("etcd")
final class EtcdStorageTest extends StorageContract {
  private static EtcdEngine engine;

  @BeforeAll
  static void startCluster() {
    engine = new EtcdEngine(EtcdCluster.start(1));
  }

  @AfterAll
  static void stopCluster() {
    engine.close();
  }

  @Override
  protected StorageEngine engine() {
    return engine;
  }
}
