package io.listwatch.storage.etcd;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.listwatch.storage.ManualStorageClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An endpoint that does not report its version at first. */
@Timeout(120)
final class MembersTest {
  private final ManualStorageClock clock = new ManualStorageClock();
  private final Versions versions = new Versions();
  private final Server server =
      NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
          .addService(versions)
          .build();
  private Endpoints endpoints;
  private EtcdCalls calls;

  @BeforeEach
  void connect() throws IOException {
    server.start();
    var uri = URI.create("http://127.0.0.1:" + server.getPort());
    endpoints = new Endpoints(List.of(uri), Tls.DEFAULT);
    calls = EtcdCalls.open(endpoints, Duration.ofSeconds(30), null);
  }

  @AfterEach
  void close() {
    endpoints.close();
    server.shutdownNow();
  }

  @Test
  void reliableEndpointIsQueriedOnce() {
    versions.version = "3.5.17";

    var members = Members.ask(calls, clock);

    assertThat(members.reportProgressReliably()).isTrue();
    assertThat(clock.pending()).isZero();
  }

  /** A silent endpoint once prevented consistent reads from the watch caches until a restart. */
  @Test
  void silentEndpointIsQueriedAgain() {
    var members = Members.ask(calls, clock);
    assertThat(members.reportProgressReliably()).isFalse();

    clock.advance(Members.PAUSE);
    await().untilAsserted(() -> assertThat(clock.pending()).as("still silent").isOne());
    versions.version = "3.5.17";
    clock.advance(Members.PAUSE);

    await().untilAsserted(() -> assertThat(members.reportProgressReliably()).isTrue());
    assertThat(clock.pending()).isZero();
  }

  @Test
  void laterEndpointOfAnOldVersionIsNotReliable() {
    var members = Members.ask(calls, clock);

    versions.version = "3.3.0";
    clock.advance(Members.PAUSE);

    await().untilAsserted(() -> assertThat(versions.requests).hasValue(2));
    assertThat(members.reportProgressReliably()).isFalse();
  }

  @Test
  void closedMembersSendNoRequests() {
    Members.ask(calls, clock).close();

    assertThat(clock.pending()).isZero();
  }

  /** Reports a version, or is unavailable as long as there is none. */
  private static final class Versions extends MaintenanceGrpc.MaintenanceImplBase {
    private volatile String version = "";
    private final AtomicInteger requests = new AtomicInteger();

    @Override
    public void status(StatusRequest request, StreamObserver<StatusResponse> response) {
      requests.incrementAndGet();
      if (version.isEmpty()) {
        response.onError(Status.UNAVAILABLE.asRuntimeException());
        return;
      }
      response.onNext(StatusResponse.newBuilder().setVersion(version).build());
      response.onCompleted();
    }
  }
}
