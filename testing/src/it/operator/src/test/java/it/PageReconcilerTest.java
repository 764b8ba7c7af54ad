package it;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@ListwatchTest(manifests = "META-INF/fabric8/pages.example.com-v1.yml")
class PageReconcilerTest {
  @Test
  void showsTitles(KubernetesClient client, TestServer server) {
    var operator =
        new Operator(
            settings -> settings.withKubernetesClient(client).withCloseClientOnStop(false));
    operator.register(
        new PageReconciler(), settings -> settings.settingNamespace(server.namespace()));
    operator.start();
    try {
      client.resource(Pages.titled("Welcome")).create();
      Pages.awaitShown(client, "Welcome");

      client.resource(Pages.titled("Hello")).patch();
      Pages.awaitShown(client, "Hello");

      // Its owner is gone, so the garbage collector deletes the ConfigMap.
      client.resources(Page.class).withName("front").delete();
      await()
          .atMost(2, TimeUnit.MINUTES)
          .until(() -> client.configMaps().withName("front").get() == null);
    } finally {
      operator.stop();
    }
  }
}
