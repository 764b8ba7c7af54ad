package io.listwatch.storage.etcd;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.etcd.Patience.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.storage.StorageFullException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An etcd that has reached its own quota. */
@Tag("etcd")
@Timeout(120)
final class EtcdQuotaTest {
  @Test
  void fullEtcdRejectsValuesAndDeletes() {
    try (var clock = new RunningClock();
        var cluster = EtcdCluster.start(1, "--quota-backend-bytes=" + (8 << 20));
        var storage = EtcdStorage.builder(cluster.endpoints(), clock).open()) {
      assertThatExceptionOfType(StorageFullException.class)
          .isThrownBy(
              () -> {
                for (int i = 0; i < 50; i++) {
                  done(storage.put(key("key " + i), new byte[1 << 20]));
                }
              })
          .withMessageContaining("quota-backend-bytes")
          .withMessageNotContaining("127.0.0.1");

      assertThat(done(storage.delete(key("key 0")))).isPresent();
    }
  }
}
