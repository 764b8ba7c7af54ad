package it;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.TimeUnit;

/** The pages of the tests. */
final class Pages {
  private Pages() {}

  static Page titled(String title) {
    var page = new Page();
    page.setMetadata(new ObjectMetaBuilder().withName("front").build());
    page.setSpec(new Page.Spec());
    page.getSpec().title = title;
    return page;
  }

  static void awaitShown(KubernetesClient client, String title) {
    await()
        .atMost(2, TimeUnit.MINUTES)
        .until(
            () -> client.resources(Page.class).withName("front").get().getStatus(),
            status -> status != null && title.equals(status.shown));
  }
}
