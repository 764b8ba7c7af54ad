package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.NameRule;
import java.net.URI;
import java.util.List;

/** Validates the client config of a webhook: a URL or a service reference. */
public final class WebhookClientRules {
  private static final String FORM = "; desired format: https://host[/path]";
  private static final int MAX_PORT = 65_535;

  private final List<FieldError> errors;

  private WebhookClientRules(List<FieldError> errors) {
    this.errors = errors;
  }

  public static void check(JsonValue client, String path, List<FieldError> errors) {
    var rules = new WebhookClientRules(errors);
    if (client.hasNonNull("url") == client.hasNonNull("service")) {
      errors.add(FieldError.required(path, "exactly one of url or service is required"));
    } else if (client.hasNonNull("url")) {
      rules.checkUrl(client.path("url").asText(), path + ".url");
    } else {
      rules.checkService(client.path("service"), path + ".service");
    }
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

  /** kube-apiserver mixes up name and namespace when it reports a missing one. */
  private void checkService(JsonValue service, String path) {
    if (service.path("namespace").asText().isEmpty()) {
      errors.add(FieldError.required(path + ".name", ""));
    }
    if (service.path("name").asText().isEmpty()) {
      errors.add(FieldError.required(path + ".namespace", ""));
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
}
