package io.listwatch.workloads;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.time.Timers;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class WorkloadsBuilderTest {
  @Test
  void doesNotStartWhileKubeControllerManagerRuns() throws InterruptedException {
    try (var server = new WorkloadsServer(settings -> settings.nodes(0))) {
      server
          .resources(Types.LEASES)
          .inNamespace("kube-system")
          .create(lease(Timers.system().now()));

      assertThatThrownBy(() -> Workloads.builder(server.config()).start())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("manager-1 holds its Lease");
      Workloads.builder(server.config()).nodes(0).force(true).start().close();
    }
  }

  @Test
  void startsAfterKubeControllerManagerHasEnded() throws InterruptedException {
    try (var server = new WorkloadsServer(settings -> settings.nodes(0))) {
      server.resources(Types.LEASES).inNamespace("kube-system").create(lease(Instant.EPOCH));

      Workloads.builder(server.config()).nodes(0).start().close();
    }
  }

  @Test
  void rejectsUnknownController() throws InterruptedException {
    try (var server = new WorkloadsServer(settings -> settings.nodes(0).without("deployment"))) {
      assertThatThrownBy(() -> Workloads.builder(server.config()).without("deployments"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("replicaset, deployment");
    }
  }

  private static ApiObject lease(Instant renewed) {
    return WorkloadsServer.object(
        """
        {"metadata":{"name":"kube-controller-manager","namespace":"kube-system"},\
        "spec":{"holderIdentity":"manager-1","leaseDurationSeconds":15,"renewTime":"%s"}}\
        """
            .formatted(micros(renewed)));
  }

  private static String micros(Instant time) {
    return time.toString().substring(0, 19) + ".000000Z";
  }
}
