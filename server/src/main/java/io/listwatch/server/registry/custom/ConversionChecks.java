package io.listwatch.server.registry.custom;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.model.Status.Cause;
import io.listwatch.server.schema.FieldError;
import io.listwatch.server.schema.JsonTrees;
import io.listwatch.server.schema.NameRule;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with how a definition wants its versions to become each other. */
final class ConversionChecks {
  private static final String PATH = "spec.conversion.";
  private static final String FORM = "; desired format: https://host[/path]";

  private static final String UNASKED = "should not be set when strategy is not set to Webhook";
  private static final int MAX_PORT = 65_535;

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

  private void checkWebhook(JsonNode webhook) {
    JsonNode client = webhook.path("clientConfig");
    String path = PATH + "webhookClientConfig";
    if (!client.isObject()) {
      errors.add(FieldError.required(path, "required when strategy is set to Webhook"));
    } else if (client.hasNonNull("url") == client.hasNonNull("service")) {
      errors.add(FieldError.required(path, "exactly one of url or service is required"));
    } else if (client.hasNonNull("url")) {
      checkUrl(client.get("url").asText(), path + ".url");
    } else {
      checkService(client.get("service"), path + ".service");
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

  private void checkService(JsonNode service, String path) {
    for (String member : List.of("name", "namespace")) {
      if (service.path(member).asText().isEmpty()) {
        errors.add(FieldError.required(path + "." + member, ""));
      }
    }
    int port = service.path("port").asInt();
    if (port < 1 || port > MAX_PORT) {
      errors.add(
          FieldError.invalid(
              path + ".port", port, "port is not valid: must be between 1 and 65535, inclusive"));
    }
    String route = service.path("path").asText();
    if (!route.isEmpty() && !route.equals("/")) {
      checkRoute(route, path + ".path");
    }
  }

  private void checkRoute(String route, String path) {
    if (route.charAt(0) != '/') {
      errors.add(FieldError.invalid(path, route, "must start with a '/'"));
    }
    String inner = route.substring(1);
    String[] segments =
        (inner.endsWith("/") ? inner.substring(0, inner.length() - 1) : inner).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      String place = "segment[" + i + "]";
      if (segments[i].isEmpty()) {
        errors.add(FieldError.invalid(path, route, place + " may not be empty"));
        continue;
      }
      NameRule.SUBDOMAIN
          .violations(segments[i])
          .forEach(each -> errors.add(FieldError.invalid(path, route, place + ": " + each)));
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
      String wanted =
          seen.contains("v1beta1")
              ? "must include v1, which is all that this server speaks"
              : "must include at least one of v1, v1beta1";
      errors.add(
          new FieldError(
              "FieldValueInvalid",
              path,
              "Invalid value: " + JsonTrees.write(versions) + ": " + wanted));
    }
  }
}
