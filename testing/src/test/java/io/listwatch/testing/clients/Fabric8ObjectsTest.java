package io.listwatch.testing.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Verbs on single objects through the fabric8 client. */
@ListwatchTest(tls = true)
final class Fabric8ObjectsTest {
  private final KubernetesClient client;
  private String namespace = "";

  Fabric8ObjectsTest(TestServer server) {
    this.client = Fabric8.client(server);
  }

  @BeforeEach
  void createNamespace() {
    namespace = Fabric8.namespace(client);
  }

  @AfterEach
  void closeClient() {
    client.close();
  }

  @Test
  void createsReadsReplacesAndDeletesConfigMaps() {
    ConfigMap created = client.resource(configMap("a", Map.of("k", "1"))).create();
    ConfigMap replaced =
        client.resource(new ConfigMapBuilder(created).addToData("k", "2").build()).update();

    assertThat(created.getMetadata().getUid()).isNotEmpty();
    assertThat(created.getMetadata().getCreationTimestamp()).isNotEmpty();
    assertThat(replaced.getMetadata().getUid()).isEqualTo(created.getMetadata().getUid());
    assertThat(read("a")).isEqualTo(replaced);

    client.configMaps().inNamespace(namespace).withName("a").delete();

    assertThat(read("a")).isNull();
  }

  @Test
  void serverSideApplyCreatesAndOwnsFields() {
    ConfigMap intent = configMap("a", Map.of("k", "1"));
    ConfigMap made = client.resource(intent).fieldManager("one").serverSideApply();
    ConfigMap again = client.resource(intent).fieldManager("one").serverSideApply();
    ConfigMap other = configMap("a", Map.of("k", "2"));

    assertThat(again).isEqualTo(made);
    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(() -> client.resource(other).fieldManager("two").serverSideApply())
        .satisfies(
            e ->
                assertThat(e.getStatus().getMessage())
                    .isEqualTo("Apply failed with 1 conflict: conflict with \"one\": .data.k"));

    ConfigMap forced =
        client.resource(other).fieldManager("two").forceConflicts().serverSideApply();

    assertThat(forced.getData()).isEqualTo(Map.of("k", "2"));
    assertThat(forced.getMetadata().getManagedFields())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getManager()).isEqualTo("two"));
  }

  @Test
  void newPodsArePending() {
    Pod created = client.resource(pod("web")).create();

    assertThat(created.getStatus().getPhase()).isEqualTo("Pending");
    assertThat(client.pods().inNamespace(namespace).withName("web").get()).isEqualTo(created);
  }

  @Test
  void podStatusIsWrittenThroughItsSubresource() {
    Pod created = client.resource(pod("web")).create();

    client
        .resource(new PodBuilder(created).editStatus().withPhase("Running").endStatus().build())
        .updateStatus();
    client
        .resource(
            new PodBuilder(created)
                .editMetadata()
                .withResourceVersion(null)
                .endMetadata()
                .editStatus()
                .withPhase("Failed")
                .endStatus()
                .build())
        .update();

    Pod read = client.pods().inNamespace(namespace).withName("web").get();
    assertThat(read.getStatus().getPhase()).isEqualTo("Running");
  }

  @Test
  void specChangesIncrementGeneration() {
    Deployment created = client.resource(deployment("web")).create();
    var operation = client.apps().deployments().inNamespace(namespace).withName("web");

    Deployment labelled =
        operation.edit(
            each ->
                new DeploymentBuilder(each)
                    .editMetadata()
                    .addToLabels("team", "blue")
                    .endMetadata()
                    .build());
    Deployment scaled =
        operation.edit(
            each -> new DeploymentBuilder(each).editSpec().withReplicas(3).endSpec().build());

    assertThat(created.getMetadata().getGeneration()).isEqualTo(1);
    assertThat(labelled.getMetadata().getGeneration()).isEqualTo(1);
    assertThat(scaled.getMetadata().getGeneration()).isEqualTo(2);
  }

  @Test
  void scalesDeploymentThroughScaleSubresource() {
    client.resource(deployment("web")).create();
    var operation = client.apps().deployments().inNamespace(namespace).withName("web");

    operation.withTimeout(0, TimeUnit.MILLISECONDS).scale(4);

    assertThat(operation.get().getSpec().getReplicas()).isEqualTo(4);
    assertThat(operation.scale().getSpec().getReplicas()).isEqualTo(4);
  }

  @Test
  void editSendsAJsonPatch() {
    client.resource(configMap("a", Map.of("k", "1", "l", "1"))).create();

    ConfigMap edited =
        client
            .configMaps()
            .inNamespace(namespace)
            .withName("a")
            .edit(
                each -> new ConfigMapBuilder(each).removeFromData("k").addToData("m", "2").build());

    assertThat(edited.getData()).isEqualTo(Map.of("l", "1", "m", "2"));
    assertThat(read("a")).isEqualTo(edited);
  }

  @Test
  void appliesPatchesOfAllTypes() {
    client.resource(pod("web")).create();
    var operation = client.pods().inNamespace(namespace).withName("web");

    operation.patch(
        PatchContext.of(PatchType.JSON_MERGE),
        "{\"metadata\":{\"labels\":{\"app\":null,\"merged\":\"yes\"}}}");
    operation.patch(
        PatchContext.of(PatchType.JSON),
        "[{\"op\":\"add\",\"path\":\"/metadata/labels/patched\",\"value\":\"yes\"}]");
    Pod patched =
        operation.patch(
            PatchContext.of(PatchType.STRATEGIC_MERGE),
            "{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"nginx:2\"}]}}");

    assertThat(patched.getMetadata().getLabels())
        .isEqualTo(Map.of("merged", "yes", "patched", "yes"));
    assertThat(patched.getSpec().getContainers())
        .singleElement()
        .satisfies(
            container -> {
              assertThat(container.getImage()).isEqualTo("nginx:2");
              assertThat(container.getPorts()).hasSize(1);
            });
  }

  @Test
  void rejectsPatchWhoseTestFails() {
    client.resource(configMap("a", Map.of("k", "1"))).create();
    var operation = client.configMaps().inNamespace(namespace).withName("a");

    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(
            () ->
                operation.patch(
                    PatchContext.of(PatchType.JSON),
                    "[{\"op\":\"test\",\"path\":\"/data/k\",\"value\":\"9\"}]"))
        .satisfies(failure -> assertThat(failure.getCode()).isEqualTo(422));
  }

  @Test
  void updateOfAnOlderVersionConflicts() {
    ConfigMap created = client.resource(configMap("a", Map.of("k", "1"))).create();
    client.resource(new ConfigMapBuilder(created).addToData("k", "2").build()).update();

    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(
            () ->
                client.resource(new ConfigMapBuilder(created).addToData("k", "3").build()).update())
        .satisfies(
            failure -> {
              assertThat(failure.getCode()).isEqualTo(409);
              assertThat(failure.getStatus().getReason()).isEqualTo("Conflict");
              assertThat(failure.getStatus().getDetails().getName()).isEqualTo("a");
            });
    assertThat(read("a").getData()).isEqualTo(Map.of("k", "2"));
  }

  @Test
  void rejectsCreateOfExistingObject() {
    client.resource(configMap("a", Map.of())).create();

    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(() -> client.resource(configMap("a", Map.of())).create())
        .satisfies(
            failure -> assertThat(failure.getStatus().getReason()).isEqualTo("AlreadyExists"));
  }

  @Test
  void rejectsInvalidObjectAndNamesTheField() {
    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(() -> client.resource(configMap("Not A Name", Map.of())).create())
        .satisfies(
            failure -> {
              assertThat(failure.getCode()).isEqualTo(422);
              assertThat(failure.getStatus().getDetails().getCauses())
                  .extracting(cause -> cause.getField())
                  .contains("metadata.name");
            });
  }

  @Test
  void objectStaysUntilItsLastFinalizerIsRemoved() {
    client
        .resource(
            new ConfigMapBuilder(configMap("a", Map.of()))
                .editMetadata()
                .withFinalizers("example.com/hold")
                .endMetadata()
                .build())
        .create();

    client.configMaps().inNamespace(namespace).withName("a").delete();

    assertThat(read("a").getMetadata().getDeletionTimestamp()).isNotEmpty();

    client
        .configMaps()
        .inNamespace(namespace)
        .withName("a")
        .edit(
            each ->
                new ConfigMapBuilder(each).editMetadata().withFinalizers().endMetadata().build());

    assertThat(read("a")).isNull();
  }

  @Test
  void deleteHonorsVersionPrecondition() {
    ConfigMap first = client.resource(configMap("a", Map.of("k", "1"))).create();
    client.resource(new ConfigMapBuilder(first).addToData("k", "2").build()).update();

    assertThatExceptionOfType(KubernetesClientException.class)
        .isThrownBy(
            () ->
                client
                    .resource(first)
                    .lockResourceVersion(first.getMetadata().getResourceVersion())
                    .delete())
        .satisfies(failure -> assertThat(failure.getCode()).isEqualTo(409));
    assertThat(read("a")).isNotNull();
  }

  @Test
  void dryRunChangesNothing() {
    ConfigMap answer = client.resource(configMap("a", Map.of())).dryRun(true).create();

    assertThat(answer.getMetadata().getUid()).isNotEmpty();
    assertThat(read("a")).isNull();
  }

  @Test
  void waitEndsWhenTheConditionIsMet() throws Exception {
    client.resource(configMap("a", Map.of("k", "1"))).create();
    CompletableFuture<ConfigMap> waiting =
        CompletableFuture.supplyAsync(
            () ->
                client
                    .configMaps()
                    .inNamespace(namespace)
                    .withName("a")
                    .waitUntilCondition(
                        each -> each != null && "2".equals(each.getData().get("k")),
                        60,
                        TimeUnit.SECONDS));

    client
        .configMaps()
        .inNamespace(namespace)
        .withName("a")
        .edit(each -> new ConfigMapBuilder(each).addToData("k", "2").build());

    assertThat(waiting.get(60, TimeUnit.SECONDS).getData()).isEqualTo(Map.of("k", "2"));
  }

  @Test
  void waitForDeletionEndsWithTheDeletion() throws Exception {
    client.resource(configMap("a", Map.of())).create();
    CompletableFuture<ConfigMap> waiting =
        CompletableFuture.supplyAsync(
            () ->
                client
                    .configMaps()
                    .inNamespace(namespace)
                    .withName("a")
                    .waitUntilCondition(each -> each == null, 60, TimeUnit.SECONDS));

    client.configMaps().inNamespace(namespace).withName("a").delete();

    assertThat(waiting.get(60, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void createsSeveralKindsFromOneManifest() {
    var text =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: one}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: two}
        spec: {ports: [{port: 80}]}
        """;

    var created =
        client.load(new ByteArrayInputStream(text.getBytes(UTF_8))).inNamespace(namespace).create();

    assertThat(created).extracting(each -> each.getKind()).containsExactly("ConfigMap", "Service");
    assertThat(client.services().inNamespace(namespace).withName("two").get())
        .isEqualTo(created.get(1));
  }

  private ConfigMap configMap(String name, Map<String, String> data) {
    return Fabric8.configMap(namespace, name, data);
  }

  private ConfigMap read(String name) {
    return client.configMaps().inNamespace(namespace).withName(name).get();
  }

  private Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withLabels(Map.of("app", "web"))
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("main")
        .withImage("nginx:1")
        .addNewPort()
        .withContainerPort(80)
        .endPort()
        .endContainer()
        .endSpec()
        .build();
  }

  private Deployment deployment(String name) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withReplicas(1)
        .withNewSelector()
        .withMatchLabels(Map.of("app", "web"))
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(Map.of("app", "web"))
        .endMetadata()
        .withSpec(pod(name).getSpec())
        .endTemplate()
        .endSpec()
        .build();
  }
}
