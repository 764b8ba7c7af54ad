package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Validates MutatingWebhookConfigurations and ValidatingWebhookConfigurations. */
final class WebhookRules implements ValidationRules {
  private static final List<String> REVIEW_VERSIONS = List.of("v1", "v1beta1");
  private static final int MAX_TIMEOUT = 30;

  @Override
  public void check(Field configuration) {
    check(configuration, conditions -> checkConditions(conditions, Set.of()));
  }

  /** Match conditions are not validated again if none of the webhooks has changed its own. */
  @Override
  public void checkChange(Field next, Field old) {
    Set<String> stored = ExpressionRules.expressionsIn(old.at("webhooks"));
    boolean same = conditions(next).equals(conditions(old));
    check(next, same ? conditions -> {} : conditions -> checkConditions(conditions, stored));
  }

  private static List<JsonValue> conditions(Field configuration) {
    return configuration.at("webhooks").items().stream()
        .map(hook -> hook.at("matchConditions").value())
        .toList();
  }

  private static void checkConditions(Field conditions, Set<String> stored) {
    PolicyRules.checkConditions(conditions, false, stored);
  }

  private static void check(Field configuration, Consumer<Field> conditionRules) {
    Set<String> names = new HashSet<>();
    configuration
        .at("webhooks")
        .each(
            hook -> {
              checkHook(hook);
              conditionRules.accept(hook.at("matchConditions"));
              checkVersions(hook.at("admissionReviewVersions"));
              if (!hook.at("name").isEmpty()) {
                hook.at("name").unique(names);
              }
            });
  }

  private static void checkHook(Field hook) {
    checkName(hook.at("name"));
    hook.at("rules").each(WebhookRules::checkRule);
    hook.checkDeclared("failurePolicy", "matchPolicy");
    Field effects = hook.at("sideEffects");
    if (effects.absent()) {
      effects.required("must specify one of None, NoneOnDryRun");
    }
    effects.checkDeclared();
    Field timeout = hook.at("timeoutSeconds");
    if (timeout.present() && (timeout.number() < 1 || timeout.number() > MAX_TIMEOUT)) {
      timeout.invalid("the timeout value must be between 1 and 30 seconds");
    }
    LabelSelectorRules.check(hook.at("namespaceSelector"));
    LabelSelectorRules.check(hook.at("objectSelector"));
    hook.checkDeclared("reinvocationPolicy");
    hook.at("clientConfig").checkedBy(WebhookClientRules::check);
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

  /** Validates a rule with operations. */
  static void checkRule(Field rule) {
    Field operations = rule.at("operations");
    operations.checkDeclared();
    checkWildcard(operations, "operations");
    operations.each(Field::checkDeclared);
    rule.checkDeclared("apiGroups");
    checkWildcard(rule.at("apiGroups"), "API groups");
    rule.checkDeclared("apiVersions");
    checkWildcard(rule.at("apiVersions"), "API versions");
    rule.at("apiVersions").each(Field::requireText);
    checkResources(rule.at("resources"));
    rule.checkDeclared("scope");
  }

  /** Rejects {@code resource/subresource} entries that a wildcard already covers. */
  private static void checkResources(Field resources) {
    resources.checkDeclared();
    Set<String> whole = new HashSet<>();
    Set<String> everywhere = new HashSet<>();
    boolean plain = false;
    for (Field each : resources.items()) {
      String text = each.text();
      int slash = text.indexOf('/');
      if (text.isEmpty()) {
        each.required("");
      } else if (slash < 0) {
        plain = !text.equals("*");
      } else {
        String resource = text.substring(0, slash);
        String part = text.substring(slash + 1);
        if (whole.contains(resource)) {
          each.invalid("if '%s/*' is present, must not specify %s".formatted(resource, text));
        }
        if (everywhere.contains(part)) {
          each.invalid("if '*/%s' is present, must not specify %s".formatted(part, text));
        }
        if (part.equals("*")) {
          whole.add(resource);
        }
        if (resource.equals("*")) {
          everywhere.add(part);
        }
      }
    }
    if (resources.size() > 1 && resources.texts().contains("*/*")) {
      resources.invalid("if '*/*' is present, must not specify other resources");
    }
    if (plain && resources.texts().contains("*")) {
      resources.invalid("if '*' is present, must not specify other resources without subresources");
    }
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
          version.matches(TextForm.LETTER_LABEL);
          if (!seen.add(version.text())) {
            version.invalid("duplicate version");
          }
        });
    if (REVIEW_VERSIONS.stream().noneMatch(seen::contains)) {
      versions.invalid("must include at least one of " + String.join(", ", REVIEW_VERSIONS));
    }
  }
}
