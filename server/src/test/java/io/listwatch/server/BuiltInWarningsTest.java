package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.x509.SigningRequests;
import io.listwatch.server.controllers.ControllerSettings;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Warnings for built-in objects that use features which this server does not implement. */
final class BuiltInWarningsTest {
  private static final String NAMESPACES = "/api/v1/namespaces";
  private static final String SECRETS = NAMESPACES + "/default/secrets";

  private static final String POD =
      """
      {"metadata":{"name":"%s"},
       "spec":{"hostPID":true,"containers":[{"name":"c","image":"registry.test/app:1"}]}}
      """;

  private final OpenServer server = new OpenServer();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void warnsOfExistingPodsThatViolateNewStandard() {
    server.send("POST", NAMESPACES, namespace("strict", "privileged"));
    server.send("POST", NAMESPACES + "/strict/pods", POD.formatted("b"));
    server.send("POST", NAMESPACES + "/strict/pods", POD.formatted("a"));

    assertThat(server.warnings("PUT", NAMESPACES + "/strict", namespace("strict", "baseline")))
        .containsExactly(
            "299 - \"existing pods in namespace \\\"strict\\\" violate the new PodSecurity enforce"
                + " level \\\"baseline:latest\\\"\"",
            "299 - \"a (and 1 other pod): host namespaces\"");
    assertThat(server.warnings("PUT", NAMESPACES + "/strict", namespace("strict", "privileged")))
        .isEmpty();
  }

  private static String namespace(String name, String level) {
    return """
    {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"%s",
     "labels":{"pod-security.kubernetes.io/enforce":"%s"}}}
    """
        .formatted(name, level);
  }

  @Test
  void warnsThatADeploymentNeedsAController() {
    String path = "/apis/apps/v1/namespaces/default/deployments";

    assertThat(server.warnings("POST", path, deployment(1)))
        .containsExactly(
            "299 - \"this server creates no pods for a Deployment; a controller has to\"");
    assertThat(server.warnings("PUT", path + "/web", deployment(2))).isEmpty();
    assertThat(server.warnings("POST", path + "?dryRun=All", deployment(1))).isEmpty();
  }

  @Test
  void withoutWorkloadWarningsCreatesDeploymentSilently() {
    try (var quiet = new OpenServer(ControllerSettings.ALL.withoutWorkloadWarnings())) {
      String path = "/apis/apps/v1/namespaces/default/deployments";

      assertThat(quiet.warnings("POST", path, deployment(1))).isEmpty();
    }
  }

  @Test
  void doesNotWarnOfAWorkloadWithAControllerElsewhere() {
    var replicaSets = ResourceType.namespaced("apps/v1", "ReplicaSet", "replicasets");
    try (var attended =
        new OpenServer(ControllerSettings.ALL.withWorkloadController(replicaSets))) {
      String apps = "/apis/apps/v1/namespaces/default/";

      assertThat(attended.warnings("POST", apps + "replicasets", workload("ReplicaSet", 1)))
          .isEmpty();
      assertThat(attended.warnings("POST", apps + "deployments", deployment(1))).hasSize(1);
    }
  }

  private static String deployment(int replicas) {
    return workload("Deployment", replicas);
  }

  private static String workload(String kind, int replicas) {
    return """
    {"apiVersion":"apps/v1","kind":"%s","metadata":{"name":"web"},"spec":{"replicas":%d,
     "selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},
     "spec":{"containers":[{"name":"web","image":"web"}]}}}}
    """
        .formatted(kind, replicas);
  }

  @Test
  void warnsOfMalformedTlsCertificate() {
    String pair =
        """
        {"apiVersion":"v1","kind":"Secret","type":"kubernetes.io/tls","metadata":{"name":"tls"},
         "stringData":{"tls.crt":"x","tls.key":"y"}}
        """;

    assertThat(server.warnings("POST", SECRETS, pair))
        .containsExactly("299 - \"tls: failed to find any PEM data in certificate input\"");
  }

  @Test
  void warnsThatDeviceSelectorsAreNotChecked() {
    String path = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";
    String claim =
        """
        {"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"%s"},
         "spec":{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"d"%s}}]}}}
        """;
    String selecting = ",\"selectors\":[{\"cel\":{\"expression\":\"true\"}}]";

    assertThat(server.warnings("POST", path, claim.formatted("a", selecting)))
        .containsExactly(
            "299 - \"expressions that select devices are not checked by this server\"");
    assertThat(server.warnings("PUT", path + "/a", claim.formatted("a", selecting))).isEmpty();
    assertThat(server.warnings("POST", path, claim.formatted("b", ""))).isEmpty();
  }

  @Test
  void deprecatedKindNamesItsReplacement() {
    String told =
        "299 - \"v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice\"";

    assertThat(server.warnings("GET", "/api/v1/endpoints", "")).containsExactly(told);
    assertThat(server.warnings("GET", NAMESPACES + "/default/endpoints/none", ""))
        .containsExactly(told);
    assertThat(server.warnings("GET", "/api/v1/componentstatuses", ""))
        .containsExactly("299 - \"v1 ComponentStatus is deprecated in v1.19+\"");
    assertThat(server.warnings("GET", "/apis/discovery.k8s.io/v1/endpointslices", "")).isEmpty();
  }

  @Test
  void warnsThatAnnotationForMountableSecretsIsDeprecated() {
    String path = NAMESPACES + "/default/serviceaccounts";
    String limited =
        """
        {"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"s",
         "annotations":{"kubernetes.io/enforce-mountable-secrets":"true"}}}
        """;

    String old =
        "299 - \"metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in"
            + " v1.32+; prefer separate namespaces to isolate access to mounted secrets\"";

    assertThat(server.warnings("POST", path, limited)).containsExactly(old);
    assertThat(server.warnings("PUT", path + "/s", limited)).isEmpty();
    assertThat(
            server.warnings(
                "POST", path, limited.replace("true", "false").replace("\"s\"", "\"t\"")))
        .containsExactly(old);
  }

  @Test
  void appArmorAnnotationIsCopiedToField() {
    String path = NAMESPACES + "/default/pods";
    String pod =
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s",
         "annotations":{"container.apparmor.security.beta.kubernetes.io/c":"runtime/default"}},
         "spec":{"containers":[{"name":"c","image":"i"%s}]}}
        """;
    String field = ",\"securityContext\":{\"appArmorProfile\":{\"type\":\"RuntimeDefault\"}}";

    assertThat(server.warnings("POST", path, pod.formatted("old", "")))
        .containsExactly(
            "299 - \"metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]:"
                + " deprecated since v1.30; use the \\\"appArmorProfile\\\" field instead\"");
    assertThat(server.warnings("POST", path, pod.formatted("both", field))).isEmpty();
    for (String name : List.of("old", "both")) {
      assertThat(
              server
                  .send("GET", path + "/" + name, "")
                  .at("/spec/containers/0/securityContext/appArmorProfile/type")
                  .asText())
          .isEqualTo("RuntimeDefault");
    }
  }

  @Test
  void warnsOfNonCanonicalAddressInStatusUpdatesOnly() {
    String path = NAMESPACES + "/default/services";
    String service =
        """
        {"apiVersion":"v1","kind":"Service","metadata":{"name":"s"},"spec":{"type":"LoadBalancer",
         "ports":[{"port":80}],"externalIPs":["1.2.3.4"]},
         "status":{"loadBalancer":{"ingress":[{"ip":"2001:DB8::1"}]}}}
        """;
    server.send("POST", path, service);

    assertThat(server.warnings("PUT", path + "/s/status", service))
        .containsExactly(
            "299 - \"status.loadBalancer.ingress[0]: IPv6 address \\\"2001:DB8::1\\\" should be in"
                + " RFC 5952 canonical format (\\\"2001:db8::1\\\")\"");
    assertThat(server.warnings("PUT", path + "/s", service))
        .containsExactly(
            "299 - \"spec.externalIPs is deprecated and may no longer be implemented in some"
                + " clusters\"");
  }

  @Test
  void signingRequestRecordsItsUserButIsNotSigned() {
    String path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    String request =
        """
        {"apiVersion":"certificates.k8s.io/v1","kind":"CertificateSigningRequest",
         "metadata":{"name":"r"},"spec":{"request":"%s","signerName":"example.com/s",
         "usages":["client auth"],"username":"somebody else"}}
        """
            .formatted(SigningRequests.encoded("x"));

    assertThat(server.warnings("POST", path, request))
        .containsExactly("299 - \"certificates are not signed by this server\"");

    JsonValue asked = server.send("GET", path + "/r", "").path("spec");
    JsonValue caller =
        server
            .send(
                "POST",
                "/apis/authentication.k8s.io/v1/selfsubjectreviews",
                """
                {"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}
                """)
            .at("/status/userInfo");
    assertThat(asked.path("username")).isEqualTo(caller.path("username"));
    assertThat(asked.path("groups")).isEqualTo(caller.path("groups")).isNotEmpty();
  }
}
