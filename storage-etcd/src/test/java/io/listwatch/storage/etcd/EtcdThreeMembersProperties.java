package io.listwatch.storage.etcd;

import io.listwatch.storage.StorageEngine;
import io.listwatch.storage.StorageModelContract;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;

@Tag("etcd")
final class EtcdThreeMembersProperties extends StorageModelContract {
  private static final EtcdEngine ENGINE = new EtcdEngine(EtcdCluster.start(3));

  @AfterContainer
  static void stopCluster() {
    ENGINE.close();
  }

  @Override
  protected StorageEngine engine() {
    return ENGINE;
  }
}
