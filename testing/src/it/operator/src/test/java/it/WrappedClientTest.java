package it;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.Operator;
import io.listwatch.fabric8.ListwatchInformers;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import org.junit.jupiter.api.Test;

/** The operator on Listwatch's informers, with a client of its own, which it closes. */
@ListwatchTest(manifests = "META-INF/fabric8/pages.example.com-v1.yml")
class WrappedClientTest {
  @Test
  void showsTitle(KubernetesClient client, TestServer server) {
    KubernetesClient given =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(server.kubeconfig()))
            .build();
    var operator =
        new Operator(settings -> settings.withKubernetesClient(ListwatchInformers.wrap(given)));
    operator.register(new PageReconciler());
    operator.start();
    try {
      client.resource(Pages.titled("Welcome")).create();
      Pages.awaitShown(client, "Welcome");
    } finally {
      operator.stop();
    }
  }
}
