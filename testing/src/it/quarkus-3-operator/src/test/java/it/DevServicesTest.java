package it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The operator that Quarkus starts, on the server that the configuration asks for. */
@QuarkusTest
class DevServicesTest {
  @Inject KubernetesClient client;

  @Test
  void servesPages() {
    var page = new Page();
    page.setMetadata(new ObjectMetaBuilder().withName("front").withNamespace("default").build());
    page.setSpec(new Page.Spec());
    page.getSpec().title = "Welcome";
    client.resource(page).create();

    ConfigMap served =
        client
            .configMaps()
            .inNamespace("default")
            .withName("front")
            .waitUntilCondition(map -> map != null, 1, TimeUnit.MINUTES);
    assertEquals("Welcome", served.getData().get("index.html"));
  }
}
