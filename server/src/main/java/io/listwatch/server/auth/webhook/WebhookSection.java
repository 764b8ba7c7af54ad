package io.listwatch.server.auth.webhook;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.cel.AccessExpression;
import io.listwatch.objects.schema.cel.Durations;
import io.listwatch.server.auth.AuthorizationWebhookSettings;
import io.listwatch.server.webhook.WebhookKubeconfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code webhook} of an authorizer in an AuthorizationConfiguration. As in
 * kube-apiserver, the paths in its errors lack the name of this section.
 */
final class WebhookSection {
  private static final List<String> VERSIONS = List.of("v1", "v1beta1");
  private static final List<String> CONDITION_VERSIONS = List.of("v1");
  private static final List<String> POLICIES = List.of("NoOpinion", "Deny");
  private static final Duration MAX_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration AUTHORIZED = Duration.ofMinutes(5);
  private static final Duration UNAUTHORIZED = Duration.ofSeconds(30);
  private static final int MAX_CONDITIONS = 64;

  private final JsonValue webhook;
  private final String path;
  private final List<FieldError> errors = new ArrayList<>();

  WebhookSection(JsonValue webhook, String path) {
    this.webhook = webhook;
    this.path = path;
    KnownFields.check(
        webhook,
        path + ".webhook.",
        "authorizedTTL",
        "cacheAuthorizedRequests",
        "unauthorizedTTL",
        "cacheUnauthorizedRequests",
        "timeout",
        "subjectAccessReviewVersion",
        "matchConditionSubjectAccessReviewVersion",
        "failurePolicy",
        "connectionInfo",
        "matchConditions");
  }

  List<FieldError> errors() {
    return errors;
  }

  /** Returns the settings; empty if there are errors. */
  Optional<AuthorizationWebhookSettings> read(String name) {
    Duration timeout = timeout();
    Duration authorized = ttl("authorizedTTL", "cacheAuthorizedRequests", AUTHORIZED);
    Duration unauthorized = ttl("unauthorizedTTL", "cacheUnauthorizedRequests", UNAUTHORIZED);
    String version = choice("subjectAccessReviewVersion", VERSIONS, "");
    checkConditionVersion();
    String policy = choice("failurePolicy", POLICIES, "");
    WebhookKubeconfig target = target();
    List<AccessExpression> conditions = conditions();
    return target == null || !errors.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new AuthorizationWebhookSettings(
                name,
                target,
                version,
                timeout,
                authorized,
                unauthorized,
                policy.equals("Deny"),
                conditions));
  }

  private String at(String field) {
    return path + "." + field;
  }

  private Duration timeout() {
    Duration timeout = duration("timeout");
    if (timeout.isZero()) {
      errors.add(FieldError.required(at("timeout"), ""));
    } else if (timeout.isNegative() || timeout.compareTo(MAX_TIMEOUT) > 0) {
      errors.add(invalid("timeout", "must be > 0s and <= 30s"));
    }
    return timeout;
  }

  private Duration ttl(String field, String switchField, Duration byDefault) {
    Duration ttl = duration(field);
    if (ttl.isNegative()) {
      errors.add(invalid(field, "must be > 0s"));
    }
    boolean cached = !webhook.has(switchField) || webhook.path(switchField).asBoolean();
    Duration effective = ttl.isZero() ? byDefault : ttl;
    return cached ? effective : Duration.ZERO;
  }

  private Duration duration(String field) {
    String text = webhook.path(field).asText();
    Duration duration = text.isEmpty() ? Duration.ZERO : Durations.parseParts(text);
    if (duration == null) {
      throw new IllegalArgumentException(
          "%s: %s (expected: such as 3s or 5m)".formatted(at(field), text));
    }
    return duration;
  }

  private FieldError invalid(String field, String rule) {
    return FieldError.invalid(at(field), webhook.path(field).asText(), rule);
  }

  private String choice(String field, List<String> supported, String missing) {
    String value = webhook.path(field).asText();
    if (value.isEmpty()) {
      errors.add(FieldError.required(at(field), missing));
    } else if (!supported.contains(value)) {
      errors.add(FieldError.unsupported(at(field), value, supported));
    }
    return value;
  }

  private void checkConditionVersion() {
    String field = "matchConditionSubjectAccessReviewVersion";
    if (!webhook.path(field).asText().isEmpty() || webhook.path("matchConditions").size() > 0) {
      String unused =
          choice(field, CONDITION_VERSIONS, "required if match conditions are specified");
    }
  }

  private @Nullable WebhookKubeconfig target() {
    JsonValue connection = webhook.path("connectionInfo");
    KnownFields.check(connection, at("connectionInfo."), "type", "kubeConfigFile");
    String type = connection.path("type").asText();
    String field = at("connectionInfo.kubeConfigFile");
    String file = connection.path("kubeConfigFile").asText();
    if (type.isEmpty()) {
      errors.add(FieldError.required(at("connectionInfo.type"), ""));
    } else if (!type.equals("KubeConfigFile")) {
      errors.add(
          FieldError.unsupported(at("connectionInfo.type"), type, List.of("KubeConfigFile")));
    } else if (file.isEmpty()) {
      errors.add(FieldError.required(field, ""));
    } else if (!Path.of(file).isAbsolute()) {
      errors.add(FieldError.invalid(field, file, "must be an absolute path"));
    } else if (Files.exists(Path.of(file)) && !Files.isRegularFile(Path.of(file))) {
      errors.add(FieldError.invalid(field, file, "must be a regular file"));
    } else {
      return read(field, file);
    }
    return null;
  }

  private @Nullable WebhookKubeconfig read(String field, String file) {
    try {
      return WebhookKubeconfig.read(Path.of(file));
    } catch (IOException e) {
      errors.add(FieldError.invalid(field, file, "error loading file: " + e.getMessage()));
      return null;
    }
  }

  private List<AccessExpression> conditions() {
    JsonValue all = webhook.path("matchConditions");
    var compiled = new ArrayList<AccessExpression>();
    if (all.size() > MAX_CONDITIONS) {
      errors.add(FieldError.tooMany(at("matchConditions"), all.size(), MAX_CONDITIONS));
      return compiled;
    }
    Set<String> seen = new HashSet<>();
    int index = 0;
    for (JsonValue each : all) {
      String field = at("matchConditions[" + index++ + "].expression");
      KnownFields.check(each, at("matchConditions."), "expression");
      String expression = each.path("expression").asText();
      if (expression.isBlank()) {
        errors.add(FieldError.required(field, ""));
      } else if (!seen.add(expression)) {
        errors.add(FieldError.duplicate(field, expression));
      } else {
        compile(field, expression, compiled);
      }
    }
    return compiled;
  }

  private void compile(String field, String expression, List<AccessExpression> compiled) {
    try {
      compiled.add(AccessExpression.compile(expression));
    } catch (IllegalArgumentException e) {
      errors.add(FieldError.invalid(field, expression, String.valueOf(e.getMessage())));
    }
  }
}
