package io.listwatch.server.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.fairness.BootstrapObjects.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bootstrap schemas classify requests as kube-apiserver's do. */
final class FlowSchemaTest {
  private static final List<FlowSchema> SCHEMAS =
      Stream.of(true, false)
          .flatMap(mandatory -> BootstrapObjects.objects(Kind.FLOW_SCHEMA, mandatory).stream())
          .map(FlowObjects::schema)
          .sorted(FlowSchema.ORDER)
          .toList();

  @ParameterizedTest
  @CsvSource({
    "admin, system:masters, list, '', pods, , exempt",
    "alice, system:authenticated, list, '', pods, default, global-default",
    "system:anonymous, system:unauthenticated, list, '', pods, default, global-default",
    "system:node:a, system:nodes, update, coordination.k8s.io, leases, kube-node-lease,"
        + " system-node-high",
    "system:node:a, system:nodes, patch, '', nodes/status, , system-node-high",
    "system:node:a, system:nodes, list, '', pods, , system-nodes",
    "system:kube-scheduler, system:authenticated, update, coordination.k8s.io, leases,"
        + " kube-system, system-leader-election",
    "system:kube-scheduler, system:authenticated, delete, coordination.k8s.io, leases,"
        + " kube-system, kube-scheduler",
    "system:kube-controller-manager, system:authenticated, create, '', pods, default,"
        + " kube-controller-manager",
    "system:serviceaccount:kube-system:gc, system:serviceaccounts, list, '', pods, ,"
        + " kube-system-service-accounts",
    "system:serviceaccount:kube-system2:gc, system:serviceaccounts, list, '', pods, ,"
        + " service-accounts",
    "nobody, none, get, '', pods, default, "
  })
  void classifiesResourceRequests(
      String user,
      String userGroup,
      String verb,
      String group,
      String resource,
      @Nullable String namespace,
      @Nullable String expected) {
    String[] parts = resource.split("/", -1);
    var request =
        AccessRequest.onResource(
            new UserInfo(user, "", List.of(userGroup)),
            verb,
            group,
            parts[0],
            parts.length > 1 ? parts[1] : "",
            namespace,
            null);

    assertThat(first(request)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "get, /healthz, probes",
    "get, /readyz/etcd, probes",
    "get, /healthzz, global-default",
    "post, /livez, global-default",
    "get, /version, global-default"
  })
  void classifiesPaths(String verb, String path, String expected) {
    var request = new AccessRequest(UserInfo.ANONYMOUS, verb, "", "", "", "", null, null, path);

    assertThat(first(request)).isEqualTo(expected);
  }

  private static @Nullable String first(AccessRequest request) {
    return SCHEMAS.stream()
        .filter(each -> each.matches(request))
        .map(FlowSchema::name)
        .findFirst()
        .orElse(null);
  }
}
