package io.listwatch.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.apis.AppsV1Api;
import io.kubernetes.client.openapi.apis.CoordinationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1DeploymentSpec;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1LeaseSpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1Status;
import io.kubernetes.client.util.PatchUtils;
import io.listwatch.testing.ListwatchTest;
import io.listwatch.testing.TestServer;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Verbs on single objects through the official client. */
@ListwatchTest(tls = true)
final class OfficialObjectsTest {
  private final ApiClient client;
  private final CoreV1Api core;
  private String namespace = "";

  OfficialObjectsTest(TestServer server) throws IOException {
    this.client = Official.client(server);
    this.core = new CoreV1Api(client);
  }

  @BeforeEach
  void createNamespace() throws ApiException {
    namespace = Official.namespace(client);
  }

  @Test
  void createsReadsReplacesAndDeletesConfigMaps() throws ApiException {
    V1ConfigMap created = create("a", Map.of("k", "1"));
    V1ConfigMap replaced =
        core.replaceNamespacedConfigMap("a", namespace, created.data(Map.of("k", "2"))).execute();

    assertThat(read("a")).isEqualTo(replaced);
    assertThat(replaced.getData()).isEqualTo(Map.of("k", "2"));

    V1Status deleted = core.deleteNamespacedConfigMap("a", namespace).execute();

    assertThat(deleted.getStatus()).isEqualTo("Success");
    assertThat(statusOf(() -> read("a")).getCode()).isEqualTo(404);
  }

  @Test
  void createsAndReadsPodsAndDeployments() throws ApiException {
    var apps = new AppsV1Api(client);
    V1Pod pod = core.createNamespacedPod(namespace, pod("web")).execute();
    V1Deployment deployment =
        apps.createNamespacedDeployment(namespace, deployment("web")).execute();

    assertThat(core.readNamespacedPod("web", namespace).execute()).isEqualTo(pod);
    assertThat(apps.readNamespacedDeployment("web", namespace).execute()).isEqualTo(deployment);
    assertThat(apps.readNamespacedDeploymentScale("web", namespace).execute().getSpec())
        .satisfies(spec -> assertThat(spec.getReplicas()).isEqualTo(2));
  }

  @Test
  void deletesUnscheduledPodAtOnce() throws ApiException {
    core.createNamespacedPod(namespace, pod("web")).execute();

    V1Pod deleted = core.deleteNamespacedPod("web", namespace).execute();

    assertThat(deleted.getMetadata().getName()).isEqualTo("web");
    assertThat(core.listNamespacedPod(namespace).execute().getItems()).isEmpty();
  }

  @Test
  void appliesPatchesOfAllTypes() throws ApiException {
    create("a", Map.of("k", "1", "l", "1"));

    patch(V1Patch.PATCH_FORMAT_JSON_PATCH, "[{\"op\":\"remove\",\"path\":\"/data/k\"}]");
    patch(V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, "{\"data\":{\"m\":\"2\"}}");
    V1ConfigMap patched =
        patch(V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH, "{\"data\":{\"l\":null}}");

    assertThat(patched.getData()).isEqualTo(Map.of("m", "2"));
    assertThat(read("a")).isEqualTo(patched);
  }

  @Test
  void serverSideApplyCreatesAndOwnsFields() throws ApiException {
    apply("one", false, "1");

    V1Status refused = statusOf(() -> apply("two", false, "2"));
    V1ConfigMap forced = apply("two", true, "2");
    V1Status refusedAgain = statusOf(() -> apply("one", false, "1"));

    assertThat(refused.getCode()).isEqualTo(409);
    assertThat(refused.getMessage())
        .isEqualTo("Apply failed with 1 conflict: conflict with \"one\": .data.k");
    assertThat(forced.getData()).isEqualTo(Map.of("k", "2"));
    assertThat(refusedAgain.getMessage())
        .isEqualTo("Apply failed with 1 conflict: conflict with \"two\": .data.k");
  }

  /** Sends JSON text: this client's model classes serialize every absent map as an empty one. */
  private V1ConfigMap apply(String manager, boolean force, String value) throws ApiException {
    String intent =
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: '" + value + "'}}";
    return PatchUtils.patch(
        V1ConfigMap.class,
        () ->
            core.patchNamespacedConfigMap("a", namespace, new V1Patch(intent))
                .fieldManager(manager)
                .force(force)
                .buildCall(null),
        V1Patch.PATCH_FORMAT_APPLY_YAML,
        client);
  }

  private V1ConfigMap patch(String format, String patch) throws ApiException {
    return PatchUtils.patch(
        V1ConfigMap.class,
        () -> core.patchNamespacedConfigMap("a", namespace, new V1Patch(patch)).buildCall(null),
        format,
        client);
  }

  @Test
  void updateOfAnOlderVersionConflicts() throws ApiException {
    V1ConfigMap created = create("a", Map.of("k", "1"));
    core.replaceNamespacedConfigMap("a", namespace, Official.configMap("a", Map.of("k", "2")))
        .execute();

    V1Status status =
        statusOf(
            () ->
                core.replaceNamespacedConfigMap("a", namespace, created.data(Map.of("k", "3")))
                    .execute());

    assertThat(status.getCode()).isEqualTo(409);
    assertThat(status.getReason()).isEqualTo("Conflict");
    assertThat(status.getDetails().getKind()).isEqualTo("configmaps");
  }

  @Test
  void failuresAreStatusObjects() throws ApiException {
    create("a", Map.of());

    assertThat(statusOf(() -> create("a", Map.of())).getReason()).isEqualTo("AlreadyExists");
    assertThat(statusOf(() -> create("Not A Name", Map.of())).getDetails().getCauses())
        .extracting(cause -> cause.getField())
        .contains("metadata.name");
    assertThat(
            statusOf(() -> core.listNamespacedConfigMap(namespace).labelSelector("a in").execute())
                .getReason())
        .isEqualTo("BadRequest");
    assertThat(
            statusOf(
                    () ->
                        core.createNamespacedConfigMap("nowhere", Official.configMap("a", Map.of()))
                            .execute())
                .getReason())
        .isEqualTo("NotFound");
  }

  @Test
  void listsPagesAndSelections() throws ApiException {
    for (String name : List.of("a", "b", "c", "d", "e")) {
      create(name, Map.of());
    }

    V1ConfigMapList first = core.listNamespacedConfigMap(namespace).limit(2).execute();
    V1ConfigMapList second =
        core.listNamespacedConfigMap(namespace)
            .limit(2)
            ._continue(first.getMetadata().getContinue())
            .execute();
    V1ConfigMapList third =
        core.listNamespacedConfigMap(namespace)
            .limit(2)
            ._continue(second.getMetadata().getContinue())
            .execute();

    assertThat(first.getMetadata().getRemainingItemCount()).isEqualTo(3);
    assertThat(List.of(first, second, third))
        .flatExtracting(V1ConfigMapList::getItems)
        .extracting(each -> each.getMetadata().getName())
        .containsExactly("a", "b", "c", "d", "e");
    assertThat(third.getMetadata().getContinue()).isNullOrEmpty();
    assertThat(
            core.listNamespacedConfigMap(namespace)
                .fieldSelector("metadata.name=c")
                .execute()
                .getItems())
        .hasSize(1);
  }

  @Test
  void onlyOneHolderAcquiresALease() throws ApiException {
    var coordination = new CoordinationV1Api(client);
    var lease = new V1Lease().metadata(new V1ObjectMeta().name("leader")).spec(held("nobody"));
    V1Lease free = coordination.createNamespacedLease(namespace, lease).execute();

    V1Lease taken =
        coordination
            .replaceNamespacedLease("leader", namespace, copy(free).spec(held("first")))
            .execute();
    V1Status refused =
        statusOf(
            () ->
                coordination
                    .replaceNamespacedLease("leader", namespace, copy(free).spec(held("second")))
                    .execute());

    assertThat(refused.getReason()).isEqualTo("Conflict");
    assertThat(coordination.readNamespacedLease("leader", namespace).execute()).isEqualTo(taken);
    assertThat(taken.getSpec()).isEqualTo(held("first"));
  }

  private static V1Lease copy(V1Lease lease) {
    return JSON.deserialize(JSON.serialize(lease), V1Lease.class);
  }

  /** The time has microseconds, as this client writes it. */
  private static V1LeaseSpec held(String holder) {
    return new V1LeaseSpec()
        .holderIdentity(holder)
        .leaseDurationSeconds(15)
        .renewTime(OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 678_901_000, ZoneOffset.UTC));
  }

  private V1ConfigMap create(String name, Map<String, String> data) throws ApiException {
    return core.createNamespacedConfigMap(namespace, Official.configMap(name, data)).execute();
  }

  private V1ConfigMap read(String name) throws ApiException {
    return core.readNamespacedConfigMap(name, namespace).execute();
  }

  private static V1Status statusOf(ThrowingCallable call) {
    var body = new StringBuilder();
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(call)
        .satisfies(failure -> body.append(failure.getResponseBody()));
    return JSON.deserialize(body.toString(), V1Status.class);
  }

  private static V1Pod pod(String name) {
    return new V1Pod().metadata(new V1ObjectMeta().name(name)).spec(podSpec());
  }

  private static V1PodSpec podSpec() {
    return new V1PodSpec().containers(List.of(new V1Container().name("main").image("nginx:1")));
  }

  private static V1Deployment deployment(String name) {
    var labels = Map.of("app", "web");
    return new V1Deployment()
        .metadata(new V1ObjectMeta().name(name))
        .spec(
            new V1DeploymentSpec()
                .replicas(2)
                .selector(new V1LabelSelector().matchLabels(labels))
                .template(
                    new V1PodTemplateSpec()
                        .metadata(new V1ObjectMeta().labels(labels))
                        .spec(podSpec())));
  }
}
