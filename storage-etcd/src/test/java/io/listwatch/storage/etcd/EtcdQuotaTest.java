package io.listwatch.storage.etcd;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.etcd.Patience.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.storage.StorageFullException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An etcd that has reached its own quota. */
@Tag("etcd")
@Timeout(120)
final class EtcdQuotaTest {
  /** Many times more than fit. */
  private static final int MAX_KEYS = 50;

  private final RunningClock clock = new RunningClock();
  private final EtcdCluster cluster = EtcdCluster.start(1, "--quota-backend-bytes=" + (8 << 20));
  private final EtcdStorage storage = EtcdStorage.builder(cluster.endpoints(), clock).open();

  @BeforeEach
  void fill() {
    assertFull(
        () -> {
          for (int i = 0; i < MAX_KEYS; i++) {
            done(storage.put(key("key " + i), new byte[1 << 20]));
          }
        });
  }

  @AfterEach
  void close() {
    storage.close();
    cluster.close();
    clock.close();
  }

  private static void assertFull(Runnable write) {
    assertThatExceptionOfType(StorageFullException.class)
        .isThrownBy(write::run)
        .withMessageContaining("quota-backend-bytes")
        .withMessageNotContaining("127.0.0.1");
  }

  @Test
  void fullEtcdAcceptsDeletes() {
    assertThat(done(storage.delete(key("key 0")))).isPresent();
  }

  /** So an object with a finalizer cannot be deleted, and a Lease not renewed. */
  @Test
  void fullEtcdRejectsUpdatesThatShrinkAValue() {
    assertFull(() -> done(storage.put(key("key 0"), new byte[1])));
  }
}
