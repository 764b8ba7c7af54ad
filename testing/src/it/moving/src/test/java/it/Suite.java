package it;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The behaviour of kube-apiserver and its controllers that programs rely on. */
abstract class Suite {
  private static final Duration SOON = Duration.ofSeconds(10);

  abstract KubernetesClient client();

  @Test
  void createsReadsUpdatesAndDeletes() {
    client().resource(map("crud", "1")).create();
    client().resource(map("crud", "2")).update();

    assertEquals("2", get("crud").getData().get("value"));
    client().configMaps().withName("crud").delete();
    assertNull(get("crud"));
  }

  @Test
  void generatesNames() {
    var map = map("", "1");
    map.getMetadata().setName(null);
    map.getMetadata().setGenerateName("some-");

    String name = client().resource(map).create().getMetadata().getName();

    assertTrue(name.startsWith("some-") && name.length() > 5);
  }

  @Test
  void createOfAnExistingNameIs409() {
    client().resource(map("twice", "1")).create();

    assertCode(409, () -> client().resource(map("twice", "2")).create());
  }

  @Test
  void updateOfAnOldVersionIs409() {
    ConfigMap old = client().resource(map("old", "1")).create();
    client().resource(map("old", "2")).update();
    old.setData(Map.of("value", "3"));

    assertCode(409, () -> client().resource(old).lockResourceVersion().update());
    assertEquals("2", get("old").getData().get("value"));
  }

  @Test
  void applyKeepsTheFieldsOfOtherManagers() {
    apply("one", "shared", Map.of("a", "1"));
    apply("two", "shared", Map.of("b", "2"));
    apply("one", "shared", Map.of());

    assertEquals(Map.of("b", "2"), get("shared").getData());
  }

  @Test
  void applyOfAnotherManagersFieldIs409() {
    apply("one", "claimed", Map.of("a", "1"));

    assertCode(409, () -> apply("two", "claimed", Map.of("a", "2")));
  }

  private void apply(String manager, String name, Map<String, String> data) {
    var map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .withData(data)
            .build();
    client().resource(map).fieldManager(manager).serverSideApply();
  }

  @Test
  void schemaOfACustomResourceIsChecked() {
    define();

    assertCode(422, () -> client().resource(garden("small", "")).create());
    assertEquals("rose", client().resource(garden("big", "rose")).create().get("spec", "flower"));
  }

  private static GenericKubernetesResource garden(String name, String flower) {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion("example.com/v1")
        .withKind("Garden")
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .addToAdditionalProperties("spec", Map.of("flower", flower))
        .build();
  }

  private void define() {
    CustomResourceDefinition definition =
        client()
            .getKubernetesSerialization()
            .unmarshal(
                """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: gardens.example.com}
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {plural: gardens, singular: garden, kind: Garden, listKind: GardenList}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema:
                      openAPIV3Schema:
                        type: object
                        properties:
                          spec:
                            type: object
                            properties:
                              flower: {type: string, minLength: 1}
                """,
                CustomResourceDefinition.class);
    client().resource(definition).create();
    client()
        .resource(definition)
        .waitUntilCondition(
            each ->
                each != null
                    && each.getStatus() != null
                    && each.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Established")),
            10,
            TimeUnit.SECONDS);
  }

  @Test
  void deploymentWhoseSelectorMissesItsPodsIs422() {
    assertCode(422, () -> client().resource(deployment("wrong", "other")).create());
  }

  @Test
  void statusIsWrittenOnlyThroughItsSubresource() {
    Deployment created = client().resource(deployment("status", "web")).create();
    created.getSpec().setReplicas(5);
    created.setStatus(new DeploymentStatusBuilder().withReplicas(3).build());

    Deployment stored = client().resource(created).updateStatus();

    assertEquals(3, stored.getStatus().getReplicas());
    assertEquals(1, stored.getSpec().getReplicas());
  }

  @Test
  void generationCountsChangesOfTheSpec() {
    client().resource(deployment("counted", "web")).create();
    client().apps().deployments().withName("counted").scale(2);
    client()
        .apps()
        .deployments()
        .withName("counted")
        .edit(
            each ->
                new DeploymentBuilder(each)
                    .editMetadata()
                    .addToLabels("a", "b")
                    .endMetadata()
                    .build());

    Deployment stored = client().apps().deployments().withName("counted").get();

    assertEquals(2, stored.getMetadata().getGeneration());
  }

  private static Deployment deployment(String name, String selected) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withReplicas(1)
        .withNewSelector()
        .addToMatchLabels("app", selected)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("app", "web")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("web")
        .withImage("web:1")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  @Test
  void dependentsOfADeletedOwnerAreCollected() {
    ConfigMap owner = client().resource(map("owner", "1")).create();
    ConfigMap dependent = map("dependent", "1");
    dependent
        .getMetadata()
        .setOwnerReferences(
            List.of(
                new OwnerReferenceBuilder()
                    .withApiVersion("v1")
                    .withKind("ConfigMap")
                    .withName("owner")
                    .withUid(owner.getMetadata().getUid())
                    .build()));
    client().resource(dependent).create();

    client().configMaps().withName("owner").delete();

    await().atMost(SOON).until(() -> get("dependent") == null);
  }

  @Test
  void finalizerDelaysTheDeletion() {
    ConfigMap map = map("finalized", "1");
    map.getMetadata().setFinalizers(List.of("example.com/wait"));
    client().resource(map).create();

    client().configMaps().withName("finalized").delete();

    assertNotNull(get("finalized").getMetadata().getDeletionTimestamp());
    client()
        .configMaps()
        .withName("finalized")
        .edit(
            each ->
                new ConfigMapBuilder(each)
                    .editMetadata()
                    .withFinalizers(List.of())
                    .endMetadata()
                    .build());
    await().atMost(SOON).until(() -> get("finalized") == null);
  }

  @Test
  void deletedNamespaceLosesItsObjects() {
    client()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName("leaving").endMetadata().build())
        .create();
    client().configMaps().inNamespace("leaving").resource(map("a", "1")).create();

    client().namespaces().withName("leaving").delete();

    await().atMost(SOON).until(() -> client().namespaces().withName("leaving").get() == null);
    assertEquals(List.of(), client().configMaps().inNamespace("leaving").list().getItems());
  }

  @Test
  void watchResumesAfterAVersion() throws Exception {
    String version =
        client().resource(map("seen", "1")).create().getMetadata().getResourceVersion();
    client().resource(map("missed", "1")).create();
    var events = new Events();

    try (Watch watch = client().configMaps().withResourceVersion(version).watch(events)) {
      assertEquals("ADDED missed", events.next());
    }
  }

  @Test
  void objectThatLeavesASelectorIsDeletedForItsWatch() throws Exception {
    client().resource(map("moved", "before")).create();
    var events = new Events();

    try (Watch watch = client().configMaps().withLabel("value", "before").watch(events)) {
      assertEquals("ADDED moved", events.next());
      client().resource(map("moved", "after")).update();
      assertEquals("DELETED moved", events.next());
    }
  }

  private static ConfigMap map(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("value", value)
        .endMetadata()
        .addToData("value", value)
        .build();
  }

  private ConfigMap get(String name) {
    return client().configMaps().withName(name).get();
  }

  private static void assertCode(int code, Runnable request) {
    var failure = assertThrows(KubernetesClientException.class, request::run);
    assertEquals(code, failure.getCode(), failure.getMessage());
  }

  /** The events of a watch, in words. */
  private static final class Events implements Watcher<ConfigMap> {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Override
    public void eventReceived(Action action, ConfigMap map) {
      events.add(action + " " + map.getMetadata().getName());
    }

    @Override
    public void onClose(WatcherException cause) {}

    String next() throws InterruptedException {
      return events.poll(10, TimeUnit.SECONDS);
    }
  }
}
