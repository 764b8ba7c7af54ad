package it;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.ServerScope;
import io.listwatch.testing.TestServer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@ListwatchTest(scope = ServerScope.JVM, manifests = "page.yaml")
class OperatorTest {
  @Test
  void servesPagesAndCleansUp(KubernetesClient client, TestServer server) {
    var operator = new Operator(settings -> settings.withKubernetesClient(client).withCloseClientOnStop(false));
    operator.register(new Pages(), settings -> settings.settingNamespace(server.namespace()));
    operator.start();
    try {
      client.resource(page("Welcome")).create();
      await().atMost(2, TimeUnit.MINUTES).until(() -> served(client, "Welcome"));

      client.resources(Page.class).withName("front").edit(page -> titled(page, "Hello"));
      await().atMost(2, TimeUnit.MINUTES).until(() -> served(client, "Hello"));

      client.resources(Page.class).withName("front").delete();
      await().atMost(2, TimeUnit.MINUTES).until(() -> client.configMaps().withName("front").get() == null);
    } finally {
      operator.stop();
    }
  }

  private static boolean served(KubernetesClient client, String title) {
    Page page = client.resources(Page.class).withName("front").get();
    return page.getStatus() != null && title.equals(page.getStatus().served);
  }

  private static Page page(String title) {
    var page = new Page();
    page.setMetadata(new ObjectMetaBuilder().withName("front").build());
    page.setSpec(new Page.Spec());
    return titled(page, title);
  }

  private static Page titled(Page page, String title) {
    page.getSpec().title = title;
    return page;
  }

  @ControllerConfiguration
  public static class Pages implements Reconciler<Page>, Cleaner<Page> {
    @Override
    public UpdateControl<Page> reconcile(Page page, Context<Page> context) {
      context
          .getClient()
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName(page.getMetadata().getName())
                  .withNamespace(page.getMetadata().getNamespace())
                  .endMetadata()
                  .addToData("index.html", page.getSpec().title)
                  .build())
          .serverSideApply();
      page.setStatus(new Page.State());
      page.getStatus().served = page.getSpec().title;
      return UpdateControl.patchStatus(page);
    }

    @Override
    public DeleteControl cleanup(Page page, Context<Page> context) {
      context
          .getClient()
          .configMaps()
          .inNamespace(page.getMetadata().getNamespace())
          .withName(page.getMetadata().getName())
          .delete();
      return DeleteControl.defaultDelete();
    }
  }
}
