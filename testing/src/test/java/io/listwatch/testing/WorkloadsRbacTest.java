package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** With {@code leaks = FAIL}, the class fails if a watch of a controller counts as the test's. */
@ListwatchTest(rbac = true, workloads = true, leaks = LeakCheck.FAIL)
final class WorkloadsRbacTest {
  private static final String JANE = "system:serviceaccount:default:jane";
  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: web, image: nginx}]}
      """;

  @Test
  void journalOmitsRequestsOfControllers(TestServer server, KubernetesClient client) {
    server.apply(WEB);
    awaitReady(client);
    KubernetesClient jane = server.clientAs(JANE, KubernetesClient.class);
    assertThatThrownBy(() -> jane.pods().list()).isInstanceOf(KubernetesClientException.class);

    List<String> journal = server.journal();

    // The test itself sends nothing to these resources; every controller of workloads does.
    List<String> requests = journal.subList(0, journal.indexOf("changes:"));
    assertThat(requests).noneMatch(line -> line.matches(".*(/leases|/events|/binding|/nodes).*"));
    assertThat(journal).filteredOn(line -> line.startsWith("# ")).containsExactly("# " + JANE);
  }

  @Test
  void watchesOfControllersDoNotCountAsLeaks(TestServer server) {
    assertThat(server.abandonedWatches(Duration.ofSeconds(10))).isEmpty();
  }

  private static void awaitReady(KubernetesClient client) {
    client
        .apps()
        .deployments()
        .withName("web")
        .waitUntilCondition(
            web -> web != null && Integer.valueOf(1).equals(web.getStatus().getReadyReplicas()),
            60,
            TimeUnit.SECONDS);
  }
}
