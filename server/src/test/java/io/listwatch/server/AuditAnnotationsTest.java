package io.listwatch.server;

import static io.listwatch.storage.Waiting.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.metrics.Metrics;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.audit.AuditLogBackend;
import io.listwatch.server.audit.AuditLogSettings;
import io.listwatch.server.audit.AuditPolicy;
import io.listwatch.server.audit.Auditor;
import io.listwatch.server.webhook.TestWebhook;
import io.listwatch.time.Timers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit annotations of admission, with the keys and values of kube-apiserver. */
@SuppressWarnings("NullAway.Init") // set before each test
final class AuditAnnotationsTest {
  private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  @TempDir private Path directory;
  private Auditor auditor;
  private OpenServer server;
  private final TestWebhook webhook = new TestWebhook(AuditAnnotationsTest::answer);

  @BeforeEach
  void start() throws IOException {
    auditor =
        Auditor.of(
            AuditPolicy.parse(
                """
                apiVersion: audit.k8s.io/v1
                kind: Policy
                omitStages: [RequestReceived]
                rules:
                - level: Request
                  verbs: [create]
                  namespaces: [default, strict]
                """),
            List.of(
                AuditLogBackend.open(
                    AuditLogSettings.of(directory.resolve("log")),
                    Timers.system(),
                    Metrics.none())),
            Timers.system(),
            Metrics.none());
    server = new OpenServer(ApiServerConfig.open(0).with(c -> c.auditor(auditor)));
  }

  @AfterEach
  void stop() {
    server.close();
    auditor.close();
    webhook.close();
  }

  private static String answer(String question) {
    String patch = "[{\"op\":\"add\",\"path\":\"/data\",\"value\":{\"k\":\"v\"}}]";
    return """
    {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"%s",
     "allowed":true,"auditAnnotations":{"seen":"yes"},"patchType":"JSONPatch","patch":"%s"}}
    """
        .formatted(
            JsonTrees.read(question).at("/request/uid").asText(),
            Base64.getEncoder().encodeToString(patch.getBytes(UTF_8)));
  }

  private JsonValue annotations() {
    await().until(() -> !lines().isEmpty());
    return JsonTrees.read(lines().get(0)).path("annotations");
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(directory.resolve("log"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void webhooksAnnotateTheirMutationsAndPatches() {
    server.send(
        "POST",
        GROUP + "mutatingwebhookconfigurations",
        """
        {"metadata":{"name":"c"},"webhooks":[{"name":"w.example.com",
         "clientConfig":{"url":"%s","caBundle":"%s"},
         "rules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["*"],
           "resources":["configmaps"]}],
         "sideEffects":"None","admissionReviewVersions":["v1"]}]}
        """
            .formatted(webhook.url(), webhook.authorities()));

    server.send("POST", MAPS, "{\"metadata\":{\"name\":\"a\"}}");

    JsonValue annotations = annotations();
    assertThat(annotations.path("w.example.com/seen").asText()).isEqualTo("yes");
    assertThat(annotations.path("mutation.webhook.admission.k8s.io/round_0_index_0").asText())
        .isEqualTo("{\"configuration\":\"c\",\"webhook\":\"w.example.com\",\"mutated\":true}");
    assertThat(annotations.path("patch.webhook.admission.k8s.io/round_0_index_0").asText())
        .isEqualTo(
            "{\"configuration\":\"c\",\"webhook\":\"w.example.com\",\"patch\":[{\"op\":\"add\","
                + "\"path\":\"/data\",\"value\":{\"k\":\"v\"}}],\"patchType\":\"JSONPatch\"}");
  }

  @Test
  void policiesAnnotateTheirValuesAndFailures() {
    server.send(
        "POST",
        GROUP + "validatingadmissionpolicies",
        """
        {"metadata":{"name":"p"},"spec":{"matchConstraints":{"resourceRules":[{"apiGroups":[""],
         "apiVersions":["v1"],"operations":["*"],"resources":["configmaps"]}]},
         "validations":[{"expression":"object.metadata.name != 'a'","message":"not a"}],
         "auditAnnotations":[{"key":"name","valueExpression":"'name ' + object.metadata.name"}]}}
        """);
    server.send(
        "POST",
        GROUP + "validatingadmissionpolicybindings",
        """
        {"metadata":{"name":"b"},"spec":{"policyName":"p","validationActions":["Audit"]}}
        """);

    server.send("POST", MAPS, "{\"metadata\":{\"name\":\"a\"}}");

    JsonValue annotations = annotations();
    assertThat(annotations.path("p/name").asText()).isEqualTo("name a");
    assertThat(annotations.path("validation.policy.admission.k8s.io/validation_failure").asText())
        .isEqualTo(
            "[{\"message\":\"not a\",\"policy\":\"p\",\"binding\":\"b\",\"expressionIndex\":0,"
                + "\"validationActions\":[\"Audit\"]}]");
  }

  @Test
  void podSecurityAnnotatesPolicyAndViolations() {
    server.send(
        "POST",
        "/api/v1/namespaces",
        """
        {"metadata":{"name":"strict","labels":{
         "pod-security.kubernetes.io/audit":"restricted"}}}
        """);
    server.send(
        "POST",
        "/api/v1/namespaces/strict/pods",
        "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");

    await().until(() -> lines().stream().anyMatch(each -> each.contains("\"resource\":\"pods\"")));
    String line =
        lines().stream().filter(each -> each.contains("\"resource\":\"pods\"")).findFirst().get();
    JsonValue annotations = JsonTrees.read(line).path("annotations");
    assertThat(annotations.path("pod-security.kubernetes.io/enforce-policy").asText())
        .isEqualTo("privileged:latest");
    assertThat(annotations.path("pod-security.kubernetes.io/audit-violations").asText())
        .startsWith("would violate PodSecurity \"restricted:latest\": ");
  }
}
