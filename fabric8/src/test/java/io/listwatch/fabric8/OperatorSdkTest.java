package io.listwatch.fabric8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.javaoperatorsdk.operator.Operator;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operator of the Java Operator SDK on a wrapped client. */
final class OperatorSdkTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Cluster cluster = new Cluster();
  private final PageReconciler reconciler = new PageReconciler();
  private final AtomicInteger informers = new AtomicInteger();

  private final KubernetesClient client =
      ListwatchInformers.of(cluster.connect()).options(each -> informers.incrementAndGet()).wrap();

  private final Operator operator = new Operator(settings -> settings.withKubernetesClient(client));

  @BeforeEach
  void start() {
    cluster.define(Page.definition());
    var unused = operator.register(reconciler);
    operator.start();
  }

  @AfterEach
  void stop() {
    operator.stop();
    cluster.close();
  }

  @Test
  void operatorReconcilesOnListwatchInformers() {
    cluster.client().resource(page("hello")).create();
    await().atMost(SOON).until(() -> shown().equals("hello"));

    cluster.client().resource(page("goodbye")).patch();
    await().atMost(SOON).until(() -> shown().equals("goodbye"));

    cluster.client().configMaps().inNamespace("default").withName("front").delete();
    await().atMost(SOON).until(() -> cluster.client().configMaps().withName("front").get() != null);

    stored().delete();
    await().atMost(SOON).until(() -> stored().get() == null);
    assertThat(reconciler.cleaned).hasPositiveValue();
    // One informer for pages and one for config maps.
    assertThat(informers).hasValue(2);
  }

  private String shown() {
    Page page = stored().get();
    return page.getStatus() == null ? "" : page.getStatus().shown;
  }

  private Resource<Page> stored() {
    return cluster.client().resources(Page.class).inNamespace("default").withName("front");
  }

  private static Page page(String text) {
    var page = new Page();
    page.setMetadata(new ObjectMetaBuilder().withName("front").withNamespace("default").build());
    page.setSpec(new Page.Spec());
    page.getSpec().text = text;
    return page;
  }
}
