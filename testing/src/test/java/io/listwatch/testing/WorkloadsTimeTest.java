package io.listwatch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Prints how long a Deployment takes to become ready in a test: the first one of a JVM, and later
 * ones. docs/workloads.md has the figures. Nothing is asserted about them.
 */
final class WorkloadsTimeTest {
  private static final int LATER = 50;

  @Test
  void printsTheTimeUntilADeploymentIsReady() {
    long before = System.nanoTime();
    try (TestServer server = TestServer.builder().workloads(1).start()) {
      long start = System.nanoTime() - before;
      KubernetesClient client = server.client(KubernetesClient.class);

      long first = ready(server, client, "first");
      List<Long> later = new ArrayList<>();
      for (int i = 0; i < LATER; i++) {
        later.add(ready(server, client, "later-" + i));
      }

      Collections.sort(later);
      System.out.printf(
          "start of the server and its workloads: %d ms; from apply to ready: %d ms for the first"
              + " Deployment, %d ms for a later one (median of %d)%n",
          millis(start), millis(first), millis(later.get(LATER / 2)), LATER);
      assertThat(client.pods().list().getItems()).hasSize(LATER + 1);
    }
  }

  private static long ready(TestServer server, KubernetesClient client, String name) {
    long before = System.nanoTime();
    server.apply(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %1$s}
        spec:
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec: {containers: [{name: web, image: nginx}]}
        """
            .formatted(name));
    var unused =
        client
            .apps()
            .deployments()
            .withName(name)
            .waitUntilCondition(
                web -> web != null && Integer.valueOf(1).equals(web.getStatus().getReadyReplicas()),
                60,
                TimeUnit.SECONDS);
    return System.nanoTime() - before;
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }
}
