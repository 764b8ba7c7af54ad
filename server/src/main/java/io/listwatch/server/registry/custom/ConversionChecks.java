package io.listwatch.server.registry.custom;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.model.Status.Cause;
import io.listwatch.server.schema.FieldError;
import io.listwatch.server.schema.JsonTrees;
import io.listwatch.server.webhook.TrustedAuthorities;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with how a definition wants its versions to become each other. */
final class ConversionChecks {
  private static final String PATH = "spec.conversion.";
  private static final String FORM = "; desired format: https://host[/path]";

  private final List<FieldError> errors = new ArrayList<>();

  private ConversionChecks() {}

  static List<Cause> of(JsonNode conversion) {
    var checks = new ConversionChecks();
    if (conversion.isObject()) {
      checks.check(conversion);
    }
    return checks.errors.stream().map(FieldError::cause).toList();
  }

  private void check(JsonNode conversion) {
    String strategy = conversion.path("strategy").asText();
    JsonNode webhook = conversion.path("webhook");
    switch (strategy) {
      case "" -> errors.add(FieldError.required(PATH + "strategy", ""));
      case "None" -> {
        if (webhook.isObject()) {
          errors.add(
              FieldError.forbidden(
                  PATH + "webhookClientConfig",
                  "should not be set when strategy is not set to Webhook"));
        }
      }
      case "Webhook" -> checkWebhook(webhook);
      default ->
          errors.add(
              FieldError.unsupported(PATH + "strategy", strategy, List.of("None", "Webhook")));
    }
  }

  private void checkWebhook(JsonNode webhook) {
    JsonNode client = webhook.path("clientConfig");
    String path = PATH + "webhookClientConfig";
    if (!client.isObject()) {
      errors.add(FieldError.required(path, "required when strategy is set to Webhook"));
    } else if (client.hasNonNull("url") == client.hasNonNull("service")) {
      errors.add(FieldError.required(path, "exactly one of url or service is required"));
    } else if (client.hasNonNull("url")) {
      checkUrl(client.get("url").asText(), path + ".url");
      checkAuthorities(client.path("caBundle").asText(), path + ".caBundle");
    } else {
      // Nothing here routes to services.
      errors.add(
          FieldError.forbidden(
              path + ".service", "this server reaches webhooks by url only, not by service"));
    }
    checkReviewVersions(webhook.path("conversionReviewVersions"));
  }

  private void checkUrl(String text, String path) {
    URI url;
    try {
      url = URI.create(text);
    } catch (IllegalArgumentException notOne) {
      errors.add(
          FieldError.required(path, "url must be a valid URL: " + notOne.getMessage() + FORM));
      return;
    }
    if (!"https".equals(url.getScheme())) {
      errors.add(
          FieldError.invalid(
              path,
              url.getScheme() == null ? "" : url.getScheme(),
              "'https' is the only allowed URL scheme" + FORM));
    }
    if (url.getHost() == null) {
      errors.add(FieldError.invalid(path, "", "host must be specified" + FORM));
    }
    if (url.getRawUserInfo() != null) {
      errors.add(
          FieldError.invalid(
              path, url.getUserInfo(), "user information is not permitted in the URL"));
    }
    if (url.getRawFragment() != null) {
      errors.add(
          FieldError.invalid(path, url.getFragment(), "fragments are not permitted in the URL"));
    }
    if (url.getRawQuery() != null) {
      errors.add(
          FieldError.invalid(
              path, url.getQuery(), "query parameters are not permitted in the URL"));
    }
  }

  private void checkAuthorities(String bundle, String path) {
    try {
      var unused = TrustedAuthorities.tls(bundle);
    } catch (IllegalArgumentException e) {
      errors.add(FieldError.invalid(path, bundle, String.valueOf(e.getMessage())));
    }
  }

  private void checkReviewVersions(JsonNode versions) {
    String path = PATH + "conversionReviewVersions";
    if (versions.isEmpty()) {
      errors.add(FieldError.required(path, ""));
      return;
    }
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < versions.size(); i++) {
      String version = versions.get(i).asText();
      String place = path + "[" + i + "]";
      String problems = CustomValidation.labelProblems(version);
      if (!seen.add(version)) {
        errors.add(FieldError.invalid(place, version, "duplicate version"));
      } else if (!problems.isEmpty()) {
        errors.add(FieldError.invalid(place, version, problems));
      }
    }
    if (!seen.contains("v1")) {
      // The reference would be content with v1beta1, too, which no webhook has needed for years.
      errors.add(
          new FieldError(
              "FieldValueInvalid",
              path,
              "Invalid value: " + JsonTrees.write(versions) + ": must include v1"));
    }
  }
}
