package io.listwatch.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.kubernetes.client.ProtoClient;
import io.kubernetes.client.ProtoClient.ObjectOrStatus;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Resource.Quantity;
import io.kubernetes.client.proto.Runtime.Unknown;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Apps;
import io.kubernetes.client.proto.V2Apidiscovery;
import io.listwatch.testing.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The official client's generated protobuf classes decode the server's responses. */
final class OfficialProtobufTest {
  private static final String DISCOVERY =
      "application/vnd.kubernetes.protobuf;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private static TestServer server;
  private static ProtoClient client;
  private static String namespace;

  @BeforeAll
  static void start() throws Exception {
    server = TestServer.builder().tls().start();
    ApiClient api = Official.client(server);
    namespace = Official.namespace(api);
    client = new ProtoClient(api);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void createsGetsAndListsSecrets() throws Exception {
    String path = "/api/v1/namespaces/" + namespace + "/secrets";
    V1.Secret secret =
        V1.Secret.newBuilder()
            .setMetadata(Meta.ObjectMeta.newBuilder().setName("s").putAnnotations("a", "é"))
            .putData("k", ByteString.copyFrom(new byte[] {0, 1, (byte) 0xff}))
            .build();

    ObjectOrStatus<V1.Secret> made = client.create(secret, path, "v1", "Secret");
    ObjectOrStatus<V1.Secret> found = client.get(V1.Secret.newBuilder(), path + "/s");
    ObjectOrStatus<V1.SecretList> listed = client.list(V1.SecretList.newBuilder(), path);

    assertThat(made.status).isNull();
    assertThat(made.object.getMetadata().getUid()).isNotEmpty();
    assertThat(made.object.getMetadata().getCreationTimestamp().getSeconds()).isPositive();
    assertThat(found.object).isEqualTo(made.object);
    assertThat(found.object.getDataOrThrow("k").toByteArray()).containsExactly(0, 1, 0xff);
    assertThat(found.object.getMetadata().getAnnotationsOrThrow("a")).isEqualTo("é");
    assertThat(found.object.getMetadata().getManagedFields(0).getFieldsV1().getRaw().toStringUtf8())
        .contains("f:data");
    assertThat(listed.object.getItemsList()).contains(made.object);
    assertThat(listed.object.getMetadata().getResourceVersion()).isNotEmpty();
  }

  @Test
  void quantitiesKeepTheirFormat() throws Exception {
    var container =
        V1.Container.newBuilder()
            .setName("c")
            .setImage("nginx")
            .setResources(
                V1.ResourceRequirements.newBuilder()
                    .putLimits("cpu", Quantity.newBuilder().setString("200m").build()));
    var template =
        V1.PodTemplateSpec.newBuilder()
            .setMetadata(Meta.ObjectMeta.newBuilder().putLabels("app", "d"))
            .setSpec(V1.PodSpec.newBuilder().addContainers(container));
    V1Apps.Deployment deployment =
        V1Apps.Deployment.newBuilder()
            .setMetadata(Meta.ObjectMeta.newBuilder().setName("d"))
            .setSpec(
                V1Apps.DeploymentSpec.newBuilder()
                    .setReplicas(3)
                    .setSelector(Meta.LabelSelector.newBuilder().putMatchLabels("app", "d"))
                    .setTemplate(template))
            .build();

    ObjectOrStatus<V1Apps.Deployment> made =
        client.create(
            deployment,
            "/apis/apps/v1/namespaces/" + namespace + "/deployments",
            "apps/v1",
            "Deployment");

    assertThat(made.status).isNull();
    assertThat(made.object.getSpec().getReplicas()).isEqualTo(3);
    assertThat(
            made.object
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers(0)
                .getResources()
                .getLimitsOrThrow("cpu")
                .getString())
        .isEqualTo("200m");
  }

  @Test
  void failureIsAStatus() throws Exception {
    ObjectOrStatus<V1.Pod> none =
        client.get(V1.Pod.newBuilder(), "/api/v1/namespaces/" + namespace + "/pods/none");

    assertThat(none.status.getReason()).isEqualTo("NotFound");
    assertThat(none.status.getMessage()).isEqualTo("pods \"none\" not found");
    assertThat(none.status.getCode()).isEqualTo(404);
  }

  @Test
  void decodesAggregatedDiscovery() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + "/apis"))
            .header("Accept", DISCOVERY)
            .build();
    byte[] body = HttpClient.newHttpClient().send(request, BodyHandlers.ofByteArray()).body();
    Unknown envelope = Unknown.parseFrom(ByteString.copyFrom(body).substring(4));

    var groups = V2Apidiscovery.APIGroupDiscoveryList.parseFrom(envelope.getRaw());

    assertThat(envelope.getTypeMeta().getKind()).isEqualTo("APIGroupDiscoveryList");
    var apps =
        groups.getItemsList().stream()
            .filter(each -> each.getMetadata().getName().equals("apps"))
            .findFirst()
            .orElseThrow();
    var deployments =
        apps.getVersions(0).getResourcesList().stream()
            .filter(each -> each.getResource().equals("deployments"))
            .findFirst()
            .orElseThrow();
    assertThat(deployments.getResponseKind().getKind()).isEqualTo("Deployment");
    assertThat(deployments.getVerbsList()).contains("create", "watch");
    assertThat(deployments.getShortNamesList()).containsExactly("deploy");
    assertThat(deployments.getSubresourcesList()).hasSize(2);
  }
}
