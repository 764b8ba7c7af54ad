package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.javaoperatorsdk.operator.Operator;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An operator of the Java Operator SDK on our server. It writes everything by server-side apply.
 */
@ListwatchTest(tls = true)
final class OperatorTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final KubernetesClient client;
  private final PageOperator pages = new PageOperator();
  private @Nullable Operator operator;
  private String namespace = "";

  OperatorTest(TestServer server) {
    this.client = Fabric8.client(server);
  }

  @BeforeEach
  void start() {
    namespace = Fabric8.namespace(client);
    Fabric8.define(
        client, Serialization.unmarshal(Page.DEFINITION, CustomResourceDefinition.class));
    Operator started = Operators.start(client, pages, namespace);
    assertThat(started.getRegisteredController(PageOperator.NAME)).isPresent();
    operator = started;
  }

  @AfterEach
  void stop() {
    if (operator != null) {
      operator.stop();
    }
    client.close();
  }

  @Test
  void operatorReconcilesAndCleansUp() {
    client.resource(page("Welcome")).create();

    await().atMost(SOON).untilAsserted(() -> assertServed("Welcome"));
    checkOwners();

    page()
        .edit(
            each -> {
              each.getSpec().title = "Hello";
              return each;
            });
    await().atMost(SOON).untilAsserted(() -> assertServed("Hello"));

    page().delete();
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(page().get()).isNull();
              assertThat(map().get()).isNull();
            });
    assertThat(pages.cleaned).hasValueGreaterThanOrEqualTo(1);
  }

  private void assertServed(String title) {
    Page page = page().get();
    assertThat(page.getStatus()).isNotNull();
    assertThat(page.getStatus().served).isEqualTo(title);
    assertThat(page.getMetadata().getFinalizers()).hasSize(1);
    ConfigMap map = map().get();
    assertThat(map).isNotNull();
    assertThat(map.getData()).containsEntry("index.html", "<h1>" + title + "</h1>");
  }

  private void checkOwners() {
    assertThat(map().get().getMetadata().getOwnerReferences())
        .extracting(OwnerReference::getKind)
        .containsExactly("Page");
    assertThat(map().get().getMetadata().getManagedFields())
        .extracting(ManagedFieldsEntry::getOperation)
        .containsExactly("Apply");
    assertThat(page().get().getMetadata().getManagedFields())
        .filteredOn(each -> "status".equals(each.getSubresource()))
        .extracting(ManagedFieldsEntry::getOperation)
        .containsExactly("Apply");
  }

  private Page page(String title) {
    Page page = new Page();
    page.setMetadata(new ObjectMetaBuilder().withName("front").withNamespace(namespace).build());
    page.setSpec(new Page.Spec());
    page.getSpec().title = title;
    return page;
  }

  private Resource<Page> page() {
    return client.resources(Page.class).inNamespace(namespace).withName("front");
  }

  private Resource<ConfigMap> map() {
    return client.configMaps().inNamespace(namespace).withName("front");
  }
}
