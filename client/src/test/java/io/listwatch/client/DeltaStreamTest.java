package io.listwatch.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.client.config.ClientConfig;
import io.listwatch.client.http.ScriptedServer;
import io.listwatch.model.DeltaBases;
import io.listwatch.model.DeltaMismatchException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.model.WatchEvent;
import io.listwatch.model.WatchOptions;
import io.listwatch.reflector.Watch;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Watches that request deltas, with the example of docs/delta-watch.md. */
@Timeout(60)
final class DeltaStreamTest {
  private static final String LEASE =
      """
      {"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"worker-7",\
      "namespace":"kube-node-lease","uid":"0f0a4f77-52cf-4d0b-8f0c-a1c2cf3f3e55",\
      "resourceVersion":"81230021","creationTimestamp":"2026-03-01T09:00:02Z"},\
      "spec":{"holderIdentity":"worker-7","leaseDurationSeconds":40,\
      "renewTime":"2026-09-01T10:00:00.123456Z"}}\
      """;
  private static final String DELTA =
      """
      {"type":"MODIFIED","delta":{"namespace":"kube-node-lease","name":"worker-7","from":"81230021",\
      "to":"81230688","crc32c":"348ccf1c","edit":[183,3,"688",138,9,"10.130021"]}}
      """;

  private final ScriptedServer server = new ScriptedServer();
  private final ApiClient client = ApiClient.of(ClientConfig.of(server.address()));
  private final HttpListerWatcher leases =
      client.listerWatcher(
          ResourceType.namespaced("coordination.k8s.io/v1", "Lease", "leases"), "kube-node-lease");

  DeltaStreamTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  private Watch watch(DeltaBases bases) throws InterruptedException {
    return leases.watch(WatchOptions.after(ResourceVersion.of(1)), bases);
  }

  @Test
  void appliesTheExampleOfThePage() throws Exception {
    server.otherwise((q, a) -> a.begin().chunk(DELTA).end());

    try (Watch watch = watch(new Known(LEASE, false))) {
      WatchEvent event = watch.next();

      assertThat(event).isInstanceOf(WatchEvent.Modified.class);
      assertThat(Objects.requireNonNull(event).resource())
          .isEqualTo(
              Resource.parse(
                  LEASE.replace("81230021", "81230688").replace("00:00.123456", "00:10.130021")));
    }
    assertThat(server.take().header("Accept")).isEqualTo("application/json;delta=lw1");
  }

  @Test
  void skipsDeltasThatAnotherWatchHasDelivered() throws Exception {
    server.otherwise((q, a) -> a.begin().chunk(DELTA).end());

    try (Watch watch = watch(new Known(LEASE, true))) {
      assertThat(watch.next()).isNull();
      assertThat(watch.ended()).isTrue();
    }
  }

  @Test
  void mismatchEndsTheStream() throws Exception {
    server.otherwise((q, a) -> a.begin().chunk(DELTA).chunk(DELTA).end());

    String other = LEASE.replace("worker-7\",\"lease", "worker-8\",\"lease");
    try (Watch watch = watch(new Known(other, false))) {
      assertThatThrownBy(watch::next)
          .isInstanceOfSatisfying(
              DeltaMismatchException.class,
              mismatch ->
                  assertThat(mismatch.reason()).isEqualTo(DeltaMismatchException.Reason.CHECKSUM));
      assertThat(watch.ended()).isTrue();
    }
  }

  @Test
  void unrequestedDeltaEndsTheStream() throws Exception {
    server.otherwise((q, a) -> a.begin().chunk(DELTA).end());

    try (Watch watch = leases.watch(WatchOptions.after(ResourceVersion.of(1)))) {
      assertThatThrownBy(watch::next).isInstanceOf(DeltaMismatchException.class);
    }
  }

  @Test
  void retriesWithoutDeltasAfter406() throws Exception {
    server.otherwise(
        (q, a) -> {
          if (q.header("Accept").contains("delta")) {
            a.json(406, "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":406}");
          } else {
            a.begin().end();
          }
        });

    try (Watch watch = watch(new Known(LEASE, false))) {
      assertThat(watch.next()).isNull();
      assertThat(watch.sendsDeltas()).isFalse();
    }
    assertThat(server.take().header("Accept")).isEqualTo("application/json;delta=lw1");
    assertThat(server.take().header("Accept")).isEqualTo("application/json");
  }

  /** The bases of a client that has one object. */
  private record Known(String json, boolean delivered) implements DeltaBases {
    @Override
    public @Nullable Resource latest(ResourceKey key) {
      return Resource.parse(json);
    }

    @Override
    public boolean includes(ResourceKey key, ResourceVersion version) {
      return delivered;
    }
  }
}
