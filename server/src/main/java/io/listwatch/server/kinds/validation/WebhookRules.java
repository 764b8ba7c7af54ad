package io.listwatch.server.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whom the server asks before it writes. */
final class WebhookRules implements KindRules {
  private static final List<String> SIDE_EFFECTS = List.of("None", "NoneOnDryRun");
  private static final List<String> OPERATIONS =
      List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
  private static final List<String> REVIEW_VERSIONS = List.of("v1", "v1beta1");
  private static final int MAX_PORT = 65535;
  private static final int MAX_TIMEOUT = 30;

  @Override
  public void check(Field configuration) {
    Set<String> names = new HashSet<>();
    configuration
        .at("webhooks")
        .each(
            hook -> {
              checkHook(hook);
              checkVersions(hook.at("admissionReviewVersions"));
              if (!hook.at("name").isEmpty()) {
                hook.at("name").unique(names);
              }
            });
  }

  private static void checkHook(Field hook) {
    checkName(hook.at("name"));
    hook.at("rules").each(WebhookRules::checkRule);
    hook.at("failurePolicy").mayBeOneOf(List.of("Fail", "Ignore"));
    hook.at("matchPolicy").mayBeOneOf(List.of("Equivalent", "Exact"));
    Field effects = hook.at("sideEffects");
    if (effects.absent()) {
      effects.required("must specify one of None, NoneOnDryRun");
    }
    effects.mayBeOneOf(SIDE_EFFECTS);
    Field timeout = hook.at("timeoutSeconds");
    if (timeout.present() && (timeout.number() < 1 || timeout.number() > MAX_TIMEOUT)) {
      timeout.invalid("the timeout value must be between 1 and 30 seconds");
    }
    LabelSelectorRules.check(hook.at("namespaceSelector"));
    LabelSelectorRules.check(hook.at("objectSelector"));
    hook.at("reinvocationPolicy").filledIn(List.of("IfNeeded", "Never"));
    checkClient(hook.at("clientConfig"));
  }

  private static void checkName(Field name) {
    if (name.isEmpty()) {
      name.required("");
      return;
    }
    List<String> violations = TextForm.SUBDOMAIN.violations(name.text());
    if (!violations.isEmpty()) {
      name.invalid(String.join(",", violations));
    } else if (name.text().split("\\.", -1).length < 3) {
      name.invalid("should be a domain with at least three segments separated by dots");
    }
  }

  private static void checkClient(Field client) {
    Field service = client.at("service");
    if (client.at("url").present() == service.present()) {
      client.required("exactly one of url or service is required");
    } else if (service.present()) {
      checkService(service);
    }
  }

  /** The reference takes the two names for each other when it tells which one is missing. */
  private static void checkService(Field service) {
    if (service.at("namespace").isEmpty()) {
      service.at("name").required("");
    }
    if (service.at("name").isEmpty()) {
      service.at("namespace").required("");
    }
    if (service.at("port").present()) {
      checkPort(service.at("port"));
    }
  }

  static void checkPort(Field port) {
    if (port.number() < 1 || port.number() > MAX_PORT) {
      port.invalid(port.number(), "port is not valid: must be between 1 and 65535, inclusive");
    }
  }

  static void checkRule(Field rule) {
    Field operations = rule.at("operations");
    operations.requireText();
    checkWildcard(operations, "operations");
    operations.each(operation -> operation.oneOf(OPERATIONS));
    rule.at("apiGroups").requireText();
    checkWildcard(rule.at("apiGroups"), "API groups");
    rule.at("apiVersions").requireText();
    checkWildcard(rule.at("apiVersions"), "API versions");
    rule.at("apiVersions").each(Field::requireText);
    rule.at("resources").requireText();
    rule.at("resources").each(Field::requireText);
    rule.at("scope").mayBeOneOf(List.of("*", "Cluster", "Namespaced"));
  }

  private static void checkWildcard(Field list, String what) {
    if (list.size() > 1 && list.texts().contains("*")) {
      list.invalid("if '*' is present, must not specify other " + what);
    }
  }

  private static void checkVersions(Field versions) {
    if (versions.isEmpty()) {
      versions.required("must specify one of " + String.join(", ", REVIEW_VERSIONS));
      return;
    }
    Set<String> seen = new HashSet<>();
    versions.each(
        version -> {
          version.matches(TextForm.DNS_1035_LABEL);
          if (!seen.add(version.text())) {
            version.invalid("duplicate version");
          }
        });
    if (REVIEW_VERSIONS.stream().noneMatch(seen::contains)) {
      versions.invalid("must include at least one of " + String.join(", ", REVIEW_VERSIONS));
    }
  }
}
