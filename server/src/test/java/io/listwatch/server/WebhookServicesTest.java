package io.listwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.webhook.TestWebhook;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Webhooks behind a Service. The expected messages were recorded from kube-apiserver. */
final class WebhookServicesTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String MAP = "{\"metadata\":{\"name\":\"c\"}}";

  private final TestWebhook webhook = new TestWebhook(WebhookServicesTest::allow);
  private final InetSocketAddress address =
      InetSocketAddress.createUnresolved("127.0.0.1", webhook.url().getPort());
  private final OpenServer server =
      new OpenServer(
          ApiServerConfig.open(0)
              .with(c -> c.webhookAddresses(Map.of("ns/hook", address, "ns/other", address))));

  @AfterEach
  void stop() {
    webhook.close();
    server.close();
  }

  private static String allow(String question) {
    return """
    {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview",
     "response":{"uid":"%s","allowed":true}}
    """
        .formatted(JsonTrees.read(question).at("/request/uid").asText());
  }

  private void register(String namespace, String name, int port) {
    JsonValue made =
        server.send(
            "POST",
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
            """
            {"metadata":{"name":"v"},"webhooks":[{"name":"v.example.com",
             "clientConfig":{"service":{"namespace":"%s","name":"%s","port":%d,"path":"/convert"},
              "caBundle":"%s"},
             "rules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["*"],
               "resources":["configmaps"]}],
             "sideEffects":"None","admissionReviewVersions":["v1"],"timeoutSeconds":5}]}
            """
                .formatted(namespace, name, port, webhook.authorities()));
    assertThat(made.path("metadata").path("name").asText()).as(made.toString()).isEqualTo("v");
  }

  private String failure() {
    return server.send("POST", MAPS, MAP).path("message").asText();
  }

  @Test
  void reachesServiceAtConfiguredAddress() {
    register("ns", "hook", 443);

    assertThat(server.code("POST", MAPS, MAP)).isEqualTo(201);
    assertThat(webhook.questions()).hasSize(1);
  }

  @Test
  void rejectsCertificateOfAnotherService() {
    register("ns", "other", 443);

    assertThat(failure())
        .isEqualTo(
            "Internal error occurred: failed calling webhook \"v.example.com\": failed to call"
                + " webhook: Post \"https://other.ns.svc:443/convert?timeout=5s\": tls: failed to"
                + " verify certificate: x509: certificate is valid for 127.0.0.1, hook.ns.svc, not"
                + " other.ns.svc");
    assertThat(webhook.questions()).isEmpty();
  }

  @Test
  void reportsMissingService() {
    register("default", "absent", 443);

    assertThat(failure())
        .endsWith(
            "Post \"https://absent.default.svc:443/convert?timeout=5s\": service \"absent\" not"
                + " found");
  }

  @Test
  void reportsMissingPortAndEndpoints() {
    server.send(
        "POST",
        "/api/v1/namespaces/default/services",
        "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[{\"port\":443}]}}");
    register("default", "s", 9443);

    assertThat(failure()).endsWith(": no service port 9443 found for service \"s\"");
    server.send(
        "DELETE", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/v", "");
    register("default", "s", 443);
    assertThat(failure()).endsWith(": no endpoints available for service \"s\"");
  }
}
