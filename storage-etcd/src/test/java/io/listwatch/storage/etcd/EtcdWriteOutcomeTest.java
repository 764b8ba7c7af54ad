package io.listwatch.storage.etcd;

import static io.listwatch.storage.Stages.done;
import static io.listwatch.storage.Waiting.await;
import static io.listwatch.storage.etcd.Patience.key;
import static io.listwatch.storage.etcd.Patience.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.listwatch.storage.StorageUnavailableException;
import io.listwatch.storage.UnknownOutcomeException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Failures of writes that etcd does not confirm: either the outcome is unknown, or the write had no
 * effect.
 */
@Tag("etcd")
@Timeout(120)
final class EtcdWriteOutcomeTest {
  private final RunningClock clock = new RunningClock();
  private final EtcdCluster cluster = EtcdCluster.start(1);
  private final CuttingProxy proxy = new CuttingProxy(cluster.member(0).client());

  @AfterEach
  void close() {
    proxy.close();
    clock.close();
    cluster.close();
  }

  private EtcdStorage open(Duration timeout) {
    return EtcdStorage.builder(List.of(proxy.uri()), clock).timeout(timeout).open();
  }

  @Test
  void deadlineLeavesTheOutcomeUnknown() {
    try (var storage = open(Duration.ofSeconds(2))) {
      proxy.dropResponses();

      assertThatExceptionOfType(UnknownOutcomeException.class)
          .isThrownBy(() -> done(storage.create(key("key"), value("value"))));

      proxy.startForwarding();
      assertThat(storage.get(key("key"))).as("etcd has carried it out").isPresent();
    }
  }

  @Test
  void lostConnectionLeavesTheOutcomeUnknown() {
    try (var storage = open(Patience.OF_A_CALL)) {
      proxy.stopForwarding();
      var write = storage.create(key("key"), value("value"));

      proxy.cut();

      assertThatExceptionOfType(UnknownOutcomeException.class).isThrownBy(() -> done(write));
    }
  }

  @Test
  void closeLeavesTheOutcomeOfPendingWritesUnknown() {
    var storage = open(Patience.OF_A_CALL);
    proxy.stopForwarding();
    var write = storage.create(key("key"), value("value"));

    storage.close();

    assertThatExceptionOfType(UnknownOutcomeException.class).isThrownBy(() -> done(write));
  }

  @Test
  void writeThatCouldNotBeSentHadNoEffect() {
    try (var storage = open(Patience.OF_A_CALL)) {
      proxy.close();

      // A write on a connection that is still closing has an unknown outcome.
      await()
          .untilAsserted(
              () ->
                  assertThatExceptionOfType(StorageUnavailableException.class)
                      .isThrownBy(() -> done(storage.create(key("key"), value("value")))));
    }
  }
}
