package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.x509.SigningRequests;
import io.listwatch.server.auth.Authorizer.Decision;
import io.listwatch.server.auth.Credentials;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.registry.admission.AdmissionSettings;
import io.listwatch.storage.MemoryStorage;
import io.listwatch.storage.Storage;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A server with the plug-in NodeRestriction that otherwise allows everything but tokens for other
 * audiences. A bearer token is the name of a node, or the administrator's.
 */
final class NodeRestrictionTest {
  private static final String ADMIN = "root";
  private static final String CORE = "/api/v1/namespaces/default";
  private static final String NODES = "/api/v1/nodes";
  private static final String AUDIENCE_VERB = "request-serviceaccounts-token-audience";
  private static final String POD =
      """
      {"metadata":{"name":"%s"},"spec":{"nodeName":"%s","containers":[{"name":"c","image":"i"}],
       "volumes":[{"name":"t","projected":{"sources":[
         {"serviceAccountToken":{"path":"t","audience":"vault"}}]}}]}}
      """;

  private final Storage storage = MemoryStorage.open(new StorageTime(Timers.system()));
  private final ApiServer server =
      ApiServer.start(
          storage,
          ApiServerConfig.open(0)
              .with(
                  c ->
                      c.authenticator(NodeRestrictionTest::user)
                          .authorizer(
                              request ->
                                  request.verb().equals(AUDIENCE_VERB)
                                      ? Decision.noOpinion("")
                                      : Decision.ALLOWED)
                          .admission(
                              AdmissionSettings.DEFAULT.withPlugins(
                                  List.of("NodeRestriction"), List.of()))));
  private final HttpClient http = HttpClient.newHttpClient();

  private static Optional<UserInfo> user(Credentials credentials) {
    String token = String.valueOf(credentials.bearerToken());
    return Optional.of(
        token.equals(ADMIN)
            ? new UserInfo(token, "", List.of(UserInfo.MASTERS, UserInfo.AUTHENTICATED))
            : new UserInfo(
                "system:node:" + token, "", List.of("system:nodes", UserInfo.AUTHENTICATED)));
  }

  @BeforeEach
  void createPods() {
    assertThat(send(ADMIN, "POST", CORE + "/pods", POD.formatted("mine", "n1")).statusCode())
        .isEqualTo(201);
    assertThat(send(ADMIN, "POST", CORE + "/pods", POD.formatted("other", "n2")).statusCode())
        .isEqualTo(201);
  }

  @AfterEach
  void stop() {
    server.close();
    storage.close();
  }

  private String node(String fields) {
    HttpResponse<String> made =
        send("n1", "POST", NODES, "{\"metadata\":{\"name\":\"n1\"%s}}".formatted(fields));
    return made.statusCode() == 201 ? uid(made) : message(made);
  }

  private static String uid(HttpResponse<String> response) {
    return JsonTrees.read(response.body()).at("/metadata/uid").asText();
  }

  private static String message(HttpResponse<String> response) {
    JsonValue status = JsonTrees.read(response.body());
    return status.path("code").asText() + " " + status.path("message").asText();
  }

  private void rejects(String method, String path, String body, String reason) {
    assertThat(message(send("n1", method, path, body))).startsWith("403 ").endsWith(reason);
  }

  @Test
  void nodeDeletesOnlyItsOwnPods() {
    rejects(
        "DELETE",
        CORE + "/pods/other",
        "",
        "node \"n1\" can only delete pods with spec.nodeName set to itself");
    assertThat(send("n1", "DELETE", CORE + "/pods/mine?gracePeriodSeconds=0", "").statusCode())
        .isEqualTo(200);
    assertThat(send(ADMIN, "DELETE", CORE + "/pods/other", "").statusCode()).isEqualTo(200);
  }

  @Test
  void nodeEvictsOnlyItsOwnPods() {
    String eviction =
        "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"%s\"}}";

    rejects(
        "POST",
        CORE + "/pods/other/eviction",
        eviction.formatted("other"),
        "node n1 can only evict pods with spec.nodeName set to itself");
    assertThat(
            send("n1", "POST", CORE + "/pods/mine/eviction", eviction.formatted("mine"))
                .statusCode())
        .isEqualTo(201);
  }

  @Test
  void nodeWritesTheStatusOfItsPodsWithoutLabels() {
    String pod = send(ADMIN, "GET", CORE + "/pods/mine", "").body();

    assertThat(send("n1", "PUT", CORE + "/pods/mine/status", pod).statusCode()).isEqualTo(200);
    rejects(
        "PUT",
        CORE + "/pods/other/status",
        send(ADMIN, "GET", CORE + "/pods/other", "").body(),
        "node \"n1\" can only update pod status for pods with spec.nodeName set to itself");
    rejects(
        "PUT",
        CORE + "/pods/mine",
        send(ADMIN, "GET", CORE + "/pods/mine", "").body(),
        "unexpected operation \"UPDATE\", node \"n1\" can only create and delete mirror pods");
  }

  @Test
  void nodeCreatesOnlyMirrorPodsOfItself() {
    String uid = node("");
    String mirror =
        """
        {"metadata":{"name":"m","annotations":{"kubernetes.io/config.mirror":"x"},
         "ownerReferences":[{"apiVersion":"v1","kind":"Node","name":"n1","uid":"%s",
           "controller":true}]},
         "spec":{"nodeName":"n1","containers":[{"name":"c","image":"i"}]%s}}
        """;

    rejects(
        "POST",
        CORE + "/pods",
        POD.formatted("m", "n1"),
        "pod does not have \"kubernetes.io/config.mirror\" annotation, node \"n1\" can only create"
            + " mirror pods");
    rejects(
        "POST",
        CORE + "/pods",
        mirror.formatted("1234", ""),
        "node n1 UID mismatch: expected 1234 got " + uid);
    rejects(
        "POST",
        CORE + "/pods",
        mirror.formatted(uid, ",\"volumes\":[{\"name\":\"v\",\"configMap\":{\"name\":\"s\"}}]"),
        "node \"n1\" can not create pods that reference configmaps");
    assertThat(send("n1", "POST", CORE + "/pods", mirror.formatted(uid, "")).statusCode())
        .isEqualTo(201);
  }

  @Test
  void nodeCannotChangeOtherNodesOrRestrictedLabels() {
    assertThat(
            node(",\"labels\":{\"node-restriction.kubernetes.io/team\":\"a\",\"k8s.io/x\":\"1\"}"))
        .endsWith(
            "node \"n1\" is not allowed to set the following labels: k8s.io/x,"
                + " node-restriction.kubernetes.io/team");
    assertThat(node(",\"labels\":{\"kubernetes.io/hostname\":\"n1\",\"mine\":\"1\"}"))
        .doesNotContain("forbidden");
    rejects(
        "POST",
        NODES,
        "{\"metadata\":{\"name\":\"n2\"}}",
        "node \"n1\" is not allowed to modify node \"n2\"");
    String known = send(ADMIN, "GET", NODES + "/n1", "").body();
    rejects(
        "PUT",
        NODES + "/n1",
        known.replace("\"mine\":\"1\"", "\"mine\":\"1\",\"topology.k8s.io/rack\":\"1\""),
        "is not allowed to modify labels: topology.k8s.io/rack");
    assertThat(
            send("n1", "PUT", NODES + "/n1", known.replace("\"mine\":\"1\"", "\"mine\":\"2\""))
                .statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "default, n1, can only access leases in the \"kube-node-lease\" system namespace",
    "kube-node-lease, n2, can only access node lease with the same name as the requesting node"
  })
  void nodeWritesOnlyItsLease(String namespace, String name, String reason) {
    String path = "/apis/coordination.k8s.io/v1/namespaces/%s/leases";

    rejects(
        "POST",
        path.formatted(namespace),
        "{\"metadata\":{\"name\":\"%s\"}}".formatted(name),
        reason);
    assertThat(
            send(
                    "n1",
                    "POST",
                    path.formatted("kube-node-lease"),
                    "{\"metadata\":{\"name\":\"n1\"}}")
                .statusCode())
        .isEqualTo(201);
  }

  @Test
  void nodeRequestsOnlyItsOwnCertificates() {
    String csr =
        "{\"metadata\":{\"generateName\":\"c-\"},\"spec\":{\"request\":\"%s\",\"usages\":[\"client"
            + " auth\"],\"signerName\":\"kubernetes.io/kube-apiserver-client-kubelet\"}}";
    String path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";

    rejects(
        "POST",
        path,
        csr.formatted(SigningRequests.encoded("system:node:n2", "system:nodes")),
        "can only create a node CSR with CN=system:node:n1");
    assertThat(
            send(
                    "n1",
                    "POST",
                    path,
                    csr.formatted(SigningRequests.encoded("system:node:n1", "system:nodes")))
                .statusCode())
        .isEqualTo(201);
  }

  @Test
  void nodeGetsTokensOfItsPodsForTheirAudiences() {
    String path = CORE + "/serviceaccounts/default/token";
    String mine = uid(send(ADMIN, "GET", CORE + "/pods/mine", ""));
    String other = uid(send(ADMIN, "GET", CORE + "/pods/other", ""));
    String bound =
        "{\"spec\":{\"audiences\":[\"%s\"],\"boundObjectRef\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\","
            + "\"name\":\"%s\",\"uid\":\"%s\"}}}";

    rejects("POST", path, "{\"spec\":{}}", "node requested token not bound to a pod");
    rejects(
        "POST",
        path,
        bound.formatted("vault", "other", other),
        "node requested token bound to a pod scheduled on a different node");
    rejects(
        "POST",
        path,
        bound.formatted("bank", "mine", mine),
        "system:node:n1 is not authorized to request tokens for audience \"bank\"");
    assertThat(send("n1", "POST", path, bound.formatted("vault", "mine", mine)).statusCode())
        .isEqualTo(201);
    assertThat(send(ADMIN, "POST", path, "{\"spec\":{}}").statusCode()).isEqualTo(201);
  }

  private HttpResponse<String> send(String token, String method, String path, String body) {
    try {
      return http.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
              .header("Authorization", "Bearer " + token)
              .header("Content-Type", "application/json")
              .method(method, BodyPublishers.ofString(body))
              .build(),
          BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
