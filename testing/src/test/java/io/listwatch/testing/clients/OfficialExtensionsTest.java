package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.kubernetes.client.extended.leaderelection.LeaderElector;
import io.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.kubernetes.client.extended.pager.Pager;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoordinationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import okhttp3.Call;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leader election and paging of the official library's extensions. */
@ListwatchTest(tls = true)
final class OfficialExtensionsTest {
  private final ApiClient client;
  private final Queue<String> history = new ConcurrentLinkedQueue<>();
  private String namespace = "";

  OfficialExtensionsTest(TestServer server) throws IOException {
    this.client = Official.client(server);
  }

  @BeforeEach
  void createNamespace() throws ApiException {
    namespace = Official.namespace(client);
  }

  @Test
  void secondCandidateLeadsWhenTheFirstStops() throws ApiException {
    try (LeaderElector second = elector("second")) {
      try (LeaderElector first = elector("first")) {
        stand(first, "first");
        await().until(() -> history.contains("first leads"));
        stand(second, "second");
        await().until(() -> history.contains("second sees first"));

        assertThat(holder()).isEqualTo("first");
      }
      await().until(() -> history.contains("second leads"));

      assertThat(List.copyOf(history)).containsSubsequence("first leads", "second leads");
      assertThat(holder()).isEqualTo("second");
    }
  }

  private LeaderElector elector(String name) {
    return new LeaderElector(
        new LeaderElectionConfig(
            new LeaseLock(namespace, "leader", name, client),
            Duration.ofSeconds(20),
            Duration.ofSeconds(15),
            // The retry period is also the timeout of an attempt.
            Duration.ofSeconds(2)));
  }

  /**
   * Runs the elector on its own thread, because it returns only when the candidate stops leading.
   */
  private void stand(LeaderElector elector, String name) {
    var thread =
        new Thread(
            () ->
                elector.run(
                    () -> history.add(name + " leads"),
                    () -> history.add(name + " stops"),
                    leader -> history.add(name + " sees " + leader)),
            "candidate-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private String holder() throws ApiException {
    return new CoordinationV1Api(client)
        .readNamespacedLease("leader", namespace)
        .execute()
        .getSpec()
        .getHolderIdentity();
  }

  @Test
  void pagerReadsAllPages() throws ApiException {
    var api = new CoreV1Api(client);
    List<String> names = new ArrayList<>();
    for (int i = 10; i < 20; i++) {
      String name = "page-" + i;
      var unused =
          api.createNamespacedConfigMap(namespace, Official.configMap(name, Map.of())).execute();
      names.add(name);
    }

    var pager =
        new Pager<V1ConfigMap, V1ConfigMapList>(
            params -> page(api, params), client, 3, V1ConfigMapList.class);

    assertThat(pager)
        .extracting(each -> each.getMetadata().getName())
        .filteredOn(name -> name.startsWith("page-"))
        .containsExactlyElementsOf(names);
  }

  private Call page(CoreV1Api api, Pager.PagerParams params) {
    try {
      return api.listNamespacedConfigMap(namespace)
          .limit(params.getLimit())
          ._continue(params.getContinueToken())
          .buildCall(null);
    } catch (ApiException e) {
      throw new IllegalStateException(e);
    }
  }
}
