package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.javaoperatorsdk.operator.Operator;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A definition generated from classes, and an operator whose dependents wait for each other. */
@ListwatchTest(tls = true)
final class SiteOperatorTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final KubernetesClient client;
  private final SiteOperator sites = new SiteOperator();
  private @Nullable Operator operator;
  private String namespace = "";

  SiteOperatorTest(TestServer server) {
    this.client = Fabric8.client(server);
  }

  @BeforeEach
  void define() {
    namespace = Fabric8.namespace(client);
    Fabric8.define(client, Site.definition());
  }

  private void start() {
    operator = Operators.start(client, sites, namespace);
  }

  @AfterEach
  void stop() {
    if (operator != null) {
      operator.stop();
    }
    client.close();
  }

  @Test
  void enforcesRulesFromAnnotations() {
    assertRefused(site -> site.getSpec().replicas = 6, "should be less than or equal to 5");
    assertRefused(site -> site.getSpec().title = "<b>", "should match '^[^<>]+$'");
    assertRefused(
        site -> site.getSpec().exposed = true,
        "spec.host: Invalid value: an exposed site needs a host");
    client.resource(site(each -> {})).create();

    assertThatThrownBy(() -> change(each -> each.getSpec().region = "away"))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("a site stays where it is");
  }

  private void assertRefused(Consumer<Site> mistake, String complaint) {
    assertThatThrownBy(() -> client.resource(site(mistake)).create())
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void createsDependentsInOrderAndCollectsThemWithTheirOwner() {
    start();
    client.resource(site(each -> {})).create();

    await().atMost(SOON).untilAsserted(() -> assertParts(false, "ConfigMap", "Deployment"));
    assertThat(client.services().inNamespace(namespace).withName("front").get()).isNull();

    becomeReady(2);
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertParts(true, "ConfigMap", "Deployment", "Service"));
    checkApplied(deployment().get());

    keepUnchangedObjects();

    change(
        each -> {
          each.getSpec().exposed = true;
          each.getSpec().host = "site.example.com";
        });
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertParts(true, "ConfigMap", "Deployment", "Service", "Ingress"));
    change(each -> each.getSpec().exposed = false);
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertParts(true, "ConfigMap", "Deployment", "Service"));

    site().delete();
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(site().get()).isNull();
              assertThat(deployment().get()).isNull();
              assertThat(client.services().inNamespace(namespace).list().getItems()).isEmpty();
            });
    assertThat(sites.cleaned).hasPositiveValue();
  }

  /**
   * Changes the site's title. The operator applies all dependents again, and the deployment keeps
   * its version.
   */
  private void keepUnchangedObjects() {
    String version = deployment().get().getMetadata().getResourceVersion();
    int before = sites.reconciled.get();
    change(each -> each.getSpec().title = "Other");
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(
                        client
                            .configMaps()
                            .inNamespace(namespace)
                            .withName("front")
                            .get()
                            .getData())
                    .containsEntry("index.html", "<h1>Other</h1>"));
    await().atMost(SOON).until(() -> sites.reconciled.get() > before);
    assertThat(deployment().get().getMetadata().getResourceVersion()).isEqualTo(version);
  }

  private void assertParts(boolean ready, String... parts) {
    Site.State state = site().get().getStatus();
    assertThat(state).isNotNull();
    assertThat(state.parts).containsExactly(parts);
    assertThat(state.ready).isEqualTo(ready);
  }

  private void checkApplied(HasMetadata dependent) {
    assertThat(dependent.getMetadata().getOwnerReferences())
        .extracting(OwnerReference::getKind)
        .containsExactly("Site");
    assertThat(dependent.getMetadata().getManagedFields())
        .filteredOn(each -> each.getSubresource() == null)
        .extracting(ManagedFieldsEntry::getOperation)
        .isEqualTo(List.of("Apply"));
  }

  /** Writes the status that a deployment controller would write. */
  private void becomeReady(int replicas) {
    var unused =
        deployment()
            .editStatus(
                each -> {
                  each.setStatus(
                      new DeploymentStatusBuilder()
                          .withReplicas(replicas)
                          .withReadyReplicas(replicas)
                          .build());
                  return each;
                });
  }

  private Site site(Consumer<Site> change) {
    Site site = new Site();
    site.setMetadata(new ObjectMetaBuilder().withName("front").withNamespace(namespace).build());
    site.setSpec(new Site.Spec());
    site.getSpec().title = "Welcome";
    change.accept(site);
    return site;
  }

  private void change(Consumer<Site> change) {
    var unused =
        site()
            .edit(
                each -> {
                  change.accept(each);
                  return each;
                });
  }

  private Resource<Site> site() {
    return client.resources(Site.class).inNamespace(namespace).withName("front");
  }

  private Resource<Deployment> deployment() {
    return client.apps().deployments().inNamespace(namespace).withName("front");
  }
}
