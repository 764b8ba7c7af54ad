package io.listwatch.objects.custom;

import io.listwatch.model.Status.Cause;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.validation.WebhookClientRules;
import io.listwatch.objects.schema.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates the conversion strategy of a definition. */
final class ConversionChecks {
  private static final String PATH = "spec.conversion.";

  private static final String UNASKED = "should not be set when strategy is not set to Webhook";

  private final List<FieldError> errors = new ArrayList<>();

  private ConversionChecks() {}

  static List<Cause> of(JsonValue conversion) {
    var checks = new ConversionChecks();
    if (conversion.isObject()) {
      checks.check(conversion);
    }
    return checks.errors.stream().map(FieldError::cause).toList();
  }

  private void check(JsonValue conversion) {
    String strategy = conversion.path("strategy").asText();
    JsonValue webhook = conversion.path("webhook");
    switch (strategy) {
      case "" -> errors.add(FieldError.required(PATH + "strategy", ""));
      case "None" -> {
        if (webhook.path("clientConfig").isObject()) {
          errors.add(FieldError.forbidden(PATH + "webhookClientConfig", UNASKED));
        }
        if (!webhook.path("conversionReviewVersions").isEmpty()) {
          errors.add(FieldError.forbidden(PATH + "conversionReviewVersions", UNASKED));
        }
      }
      case "Webhook" -> checkWebhook(webhook);
      default ->
          errors.add(
              FieldError.unsupported(PATH + "strategy", strategy, List.of("None", "Webhook")));
    }
  }

  private void checkWebhook(JsonValue webhook) {
    JsonValue client = webhook.path("clientConfig");
    String path = PATH + "webhookClientConfig";
    if (!client.isObject()) {
      errors.add(FieldError.required(path, "required when strategy is set to Webhook"));
    } else {
      WebhookClientRules.check(client, path, errors);
    }
    checkReviewVersions(webhook.path("conversionReviewVersions"));
  }

  private void checkReviewVersions(JsonValue versions) {
    String path = PATH + "conversionReviewVersions";
    if (versions.isEmpty()) {
      errors.add(FieldError.required(path, ""));
      return;
    }
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < versions.size(); i++) {
      String version = versions.path(i).asText();
      String place = path + "[" + i + "]";
      String problems = CustomValidation.labelProblems(version);
      if (!seen.add(version)) {
        errors.add(FieldError.invalid(place, version, "duplicate version"));
      } else if (!problems.isEmpty()) {
        errors.add(FieldError.invalid(place, version, problems));
      }
    }
    if (!seen.contains("v1")) {
      // kube-apiserver would also accept v1beta1 alone, which no webhook has needed for years.
      String wanted =
          seen.contains("v1beta1")
              ? "must include v1, the only version that this server supports"
              : "must include at least one of v1, v1beta1";
      errors.add(
          new FieldError(
              "FieldValueInvalid",
              path,
              "Invalid value: " + JsonTrees.write(versions) + ": " + wanted));
    }
  }
}
