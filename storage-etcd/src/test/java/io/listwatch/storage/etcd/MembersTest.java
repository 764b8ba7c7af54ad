package io.listwatch.storage.etcd;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.storage.ManualStorageClock;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An endpoint that does not report its version when a storage is opened. */
@Tag("etcd")
@Timeout(120)
final class MembersTest {
  private final ManualStorageClock clock = new ManualStorageClock();

  /** Such an endpoint once switched consistent reads from caches off until a restart. */
  @Test
  void silentEndpointIsAskedAgain() {
    try (var cluster = EtcdCluster.start(1);
        var proxy = new CuttingProxy(cluster.member(0).client())) {
      List<URI> endpoints = List.of(cluster.member(0).client(), proxy.uri());
      proxy.stopForwarding();

      try (var storage =
          EtcdStorage.builder(endpoints, clock).timeout(Duration.ofSeconds(1)).open()) {
        assertThat(storage.reportsProgress()).isFalse();

        proxy.startForwarding();
        await()
            .untilAsserted(
                () -> {
                  clock.advance(Members.PAUSE);
                  assertThat(storage.reportsProgress()).isTrue();
                });
        assertThat(clock.pending()).isZero();
      }
    }
  }

  @Test
  void closedStorageAsksNobody() {
    try (var cluster = EtcdCluster.start(1)) {
      List<URI> endpoints = List.of(cluster.member(0).client(), URI.create("http://127.0.0.1:1"));

      EtcdStorage.builder(endpoints, clock).open().close();

      assertThat(clock.pending()).isZero();
    }
  }
}
