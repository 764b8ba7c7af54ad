package io.listwatch.testing.clients;

import static io.listwatch.storage.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.javaoperatorsdk.operator.Operator;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operators that wait for workloads, which become ready or not, as the test says. */
@ListwatchTest(workloads = true, nodes = 3)
final class WorkloadOperatorsTest {
  private static final String BROKERS =
      """
      apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: {name: fast}
      provisioner: example.com/fast
      ---
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: kafka, namespace: %s}
      spec:
        replicas: 3
        serviceName: brokers
        podManagementPolicy: Parallel
        updateStrategy: {type: OnDelete}
        selector: {matchLabels: {app: kafka}}
        template:
          metadata: {labels: {app: kafka}, annotations: {generation: "1"}}
          spec:
            terminationGracePeriodSeconds: 1
            containers:
            - name: kafka
              image: kafka
              volumeMounts: [{name: data, mountPath: /data}]
        volumeClaimTemplates:
        - metadata: {name: data}
          spec:
            storageClassName: fast
            accessModes: [ReadWriteOnce]
            resources: {requests: {storage: 1Gi}}
      """;

  private final TestServer server;
  private final KubernetesClient client;
  private String namespace = "";

  WorkloadOperatorsTest(TestServer server) {
    this.server = server;
    this.client = Fabric8.client(server);
  }

  @BeforeEach
  void createNamespace() {
    namespace = Fabric8.namespace(client);
  }

  @AfterEach
  void close() {
    server.behavior(pod -> "");
    client.close();
  }

  /** The style of the Java Operator SDK's web page sample. */
  @Test
  void operatorContinuesWhenItsDeploymentIsReady() {
    Fabric8.define(
        client, Serialization.unmarshal(Page.DEFINITION, CustomResourceDefinition.class));
    var healthy = new AtomicBoolean();
    server.behavior(pod -> healthy.get() ? "" : "never-ready");
    Operator operator = Operators.start(client, new WebPageOperator(), namespace);
    try {
      client.resource(page("Welcome")).create();
      await().until(() -> pods("page=front").size() == WebPageOperator.REPLICAS);
      assertThat(client.services().inNamespace(namespace).withName("front").get()).isNull();
      assertThat(served()).isEmpty();

      healthy.set(true);
      client.pods().inNamespace(namespace).withLabel("page", "front").delete();

      await().until(() -> served().equals("Welcome"));
      await().until(() -> client.services().inNamespace(namespace).withName("front").get() != null);
    } finally {
      operator.stop();
    }
  }

  /** The style of Strimzi: parallel pods with volumes, which the operator restarts one by one. */
  @Test
  void operatorRestartsPodsOfAStatefulSetOneByOne() {
    server.apply(BROKERS.formatted(namespace));
    await().until(() -> readyPods().size() == 3);
    Map<String, String> claims = claims();
    assertThat(claims).containsOnlyKeys("data-kafka-0", "data-kafka-1", "data-kafka-2");

    set()
        .edit(
            each -> {
              each.getSpec().getTemplate().getMetadata().getAnnotations().put("generation", "2");
              return each;
            });
    for (int ordinal = 2; ordinal >= 0; ordinal--) {
      restart("kafka-" + ordinal);
    }

    assertThat(pods("app=kafka"))
        .allMatch(pod -> "2".equals(pod.getMetadata().getAnnotations().get("generation")));
    assertThat(claims()).as("claims are kept").isEqualTo(claims);
    await().until(() -> Integer.valueOf(3).equals(set().get().getStatus().getUpdatedReplicas()));
  }

  /** Deletes a pod and waits for its successor; the others serve meanwhile. */
  private void restart(String name) {
    Pod before = client.pods().inNamespace(namespace).withName(name).get();
    assertThat(before.getMetadata().getAnnotations()).containsEntry("generation", "1");

    client.pods().inNamespace(namespace).withName(name).delete();

    await()
        .until(
            () -> {
              assertThat(readyPods()).hasSizeGreaterThanOrEqualTo(2);
              Pod now = client.pods().inNamespace(namespace).withName(name).get();
              return now != null
                  && !now.getMetadata().getUid().equals(before.getMetadata().getUid())
                  && Readiness.isPodReady(now);
            });
  }

  private RollableScalableResource<StatefulSet> set() {
    return client.apps().statefulSets().inNamespace(namespace).withName("kafka");
  }

  private Set<String> readyPods() {
    return pods("app=kafka").stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .filter(Readiness::isPodReady)
        .map(pod -> pod.getMetadata().getName())
        .collect(Collectors.toSet());
  }

  private List<Pod> pods(String selector) {
    return client.pods().inNamespace(namespace).withLabelSelector(selector).list().getItems();
  }

  /** Returns the uids of the claims by their names; all of them are bound. */
  private Map<String, String> claims() {
    List<PersistentVolumeClaim> claims =
        client.persistentVolumeClaims().inNamespace(namespace).list().getItems();
    assertThat(claims).allMatch(claim -> claim.getStatus().getPhase().equals("Bound"));
    return claims.stream()
        .collect(
            Collectors.toMap(
                claim -> claim.getMetadata().getName(), claim -> claim.getMetadata().getUid()));
  }

  private String served() {
    Page page = client.resources(Page.class).inNamespace(namespace).withName("front").get();
    return page == null || page.getStatus() == null ? "" : page.getStatus().served;
  }

  private Page page(String title) {
    Page page = new Page();
    page.setMetadata(new ObjectMetaBuilder().withName("front").withNamespace(namespace).build());
    page.setSpec(new Page.Spec());
    page.getSpec().title = title;
    return page;
  }
}
