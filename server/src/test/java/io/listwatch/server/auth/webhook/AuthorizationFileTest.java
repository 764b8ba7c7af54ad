package io.listwatch.server.auth.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.server.auth.AuthorizationSettings;
import io.listwatch.server.auth.AuthorizationSettings.Mode;
import io.listwatch.server.auth.AuthorizationWebhookSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuthorizationFileTest {
  private static final String HEAD =
      "{apiVersion: apiserver.config.k8s.io/v1, kind: AuthorizationConfiguration, authorizers: ";

  @TempDir private Path directory = Path.of("");
  private String kubeconfig = "";

  @BeforeEach
  void writeKubeconfig() throws IOException {
    Path file = directory.resolve("webhook.kubeconfig");
    Files.writeString(
        file,
        """
        clusters: [{name: hook, cluster: {server: "https://127.0.0.1:1/authorize"}}]
        contexts: [{name: c, context: {cluster: hook}}]
        current-context: c
        """);
    kubeconfig = file.toString();
  }

  private String webhook(String fields) {
    return "{timeout: 3s, subjectAccessReviewVersion: v1, failurePolicy: Deny, connectionInfo:"
        + " {type: KubeConfigFile, kubeConfigFile: %s}%s}".formatted(kubeconfig, fields);
  }

  private static AuthorizationSettings parse(String authorizers) {
    return AuthorizationFile.parse(HEAD + authorizers + "}");
  }

  private static void rejects(String authorizers, String problem) {
    assertThatThrownBy(() -> parse(authorizers)).hasMessage(problem);
  }

  private void rejectsWebhook(String webhook, String problem) {
    rejects("[{type: Webhook, name: hook, webhook: %s}]".formatted(webhook), problem);
  }

  @Test
  void readsAuthorizersInTheirOrder() {
    AuthorizationSettings settings =
        parse(
            "[{type: Node, name: node}, {type: Webhook, name: hook, webhook: %s}, {type: RBAC, name: rbac}]"
                .formatted(
                    webhook(
                        ", cacheUnauthorizedRequests: false,"
                            + " matchConditionSubjectAccessReviewVersion: v1,"
                            + " matchConditions: [{expression: \"request.user != 'x'\"}]")));

    assertThat(settings.modes()).hasSize(3);
    assertThat(settings.modes().get(0)).isEqualTo(new Mode.Node());
    assertThat(settings.modes().get(2)).isEqualTo(new Mode.Rbac());
    AuthorizationWebhookSettings webhook =
        ((Mode.Webhook) settings.modes().get(1)).webhook().settings();
    assertThat(webhook.timeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(webhook.authorizedTtl()).isEqualTo(Duration.ofMinutes(5));
    assertThat(webhook.unauthorizedTtl()).isZero();
    assertThat(webhook.deniesOnFailure()).isTrue();
    assertThat(webhook.conditions()).hasSize(1);
  }

  @Test
  void rejectsOtherKindsAndUnknownFields() {
    assertThatThrownBy(() -> AuthorizationFile.parse("{apiVersion: v1, kind: Pod}"))
        .hasMessageContaining("expected: AuthorizationConfiguration");
    rejects("[{type: RBAC, name: rbac, order: 1}]", "authorizers[0].order: unknown field");
  }

  @Test
  void rejectsMissingUnknownAndRepeatedTypes() {
    rejects("[]", "authorizers: Required value: at least one authorization mode must be defined");
    rejects("[{name: x}]", "authorizers[0].type: Required value");
    rejects(
        "[{type: ABAC, name: abac}]",
        "authorizers[0].type: Unsupported value: \"ABAC\": supported values: \"AlwaysAllow\","
            + " \"AlwaysDeny\", \"Node\", \"RBAC\", \"Webhook\"");
    rejects(
        "[{type: RBAC, name: rbac}, {type: RBAC, name: again}]",
        "authorizers[1].type: Duplicate value: \"RBAC\"");
  }

  @Test
  void rejectsInvalidNames() {
    rejects("[{type: RBAC}]", "authorizers[0].name: Required value");
    rejects(
        "[{type: RBAC, name: roles}]",
        "authorizers[0].name: Invalid value: \"roles\": expected name rbac for authorizer RBAC"
            + " instead of roles");
    rejects(
        "[{type: RBAC, name: rbac, webhook: {}}]",
        "authorizers[0].webhook: Invalid value: \"non-null\": may only be specified when"
            + " type=Webhook");
  }

  @Test
  void requiresTheFieldsOfWebhooks() {
    rejects(
        "[{type: Webhook, name: hook}]",
        "authorizers[0].webhook: Required value: required when type=Webhook");
    rejectsWebhook(
        "{}",
        "[authorizers[0].timeout: Required value, authorizers[0].subjectAccessReviewVersion:"
            + " Required value, authorizers[0].failurePolicy: Required value,"
            + " authorizers[0].connectionInfo.type: Required value]");
  }

  @Test
  void rejectsInvalidWebhookSettings() {
    rejectsWebhook(
        webhook("").replace("3s", "31s"),
        "authorizers[0].timeout: Invalid value: \"31s\": must be > 0s and <= 30s");
    rejectsWebhook(
        webhook(", authorizedTTL: -1s"),
        "authorizers[0].authorizedTTL: Invalid value: \"-1s\": must be > 0s");
    rejectsWebhook(
        webhook("").replace("Deny", "Ignore"),
        "authorizers[0].failurePolicy: Unsupported value: \"Ignore\": supported values:"
            + " \"NoOpinion\", \"Deny\"");
    rejectsWebhook(
        webhook("").replace(kubeconfig, "relative"),
        "authorizers[0].connectionInfo.kubeConfigFile: Invalid value: \"relative\": must be an"
            + " absolute path");
  }

  @Test
  void rejectsInvalidConditions() {
    rejectsWebhook(
        webhook(", matchConditions: [{expression: \"true\"}]"),
        "authorizers[0].matchConditionSubjectAccessReviewVersion: Required value: required if match"
            + " conditions are specified");
    rejectsWebhook(
        webhook(
            ", matchConditionSubjectAccessReviewVersion: v1, matchConditions: [{expression:"
                + " request.user}, {expression: \" \"}]"),
        "[authorizers[0].matchConditions[0].expression: Invalid value: \"request.user\": must"
            + " evaluate to bool but got string, authorizers[0].matchConditions[1].expression:"
            + " Required value]");
  }
}
