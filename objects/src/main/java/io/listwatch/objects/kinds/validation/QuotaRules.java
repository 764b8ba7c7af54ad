package io.listwatch.objects.kinds.validation;

import io.listwatch.objects.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates ResourceQuotas. */
final class QuotaRules implements ValidationRules {
  private static final Set<String> SCOPES =
      Set.of(
          "Terminating",
          "NotTerminating",
          "BestEffort",
          "NotBestEffort",
          "PriorityClass",
          "VolumeAttributesClass",
          "CrossNamespacePodAffinity");

  private static final Set<String> POD_RESOURCES =
      Set.of(
          "pods",
          "cpu",
          "memory",
          "limits.cpu",
          "limits.memory",
          "requests.cpu",
          "requests.memory");

  /** Scopes that take no values: their only operator is Exists. */
  private static final Set<String> PLAIN_SCOPES =
      Set.of(
          "BestEffort",
          "NotBestEffort",
          "Terminating",
          "NotTerminating",
          "CrossNamespacePodAffinity");

  @Override
  public void check(Field quota) {
    Field spec = quota.at("spec");
    checkQuantities(spec.at("hard"));
    checkScopes(spec);
    checkSelector(spec);
  }

  private static void checkQuantities(Field quantities) {
    quantities
        .entries()
        .forEach(
            (name, quantity) -> {
              ResourceRules.checkQuotaName(quantity, name);
              ResourceRules.checkValue(name, quantity);
            });
  }

  private static void checkScopes(Field spec) {
    Field scopes = spec.at("scopes");
    for (String scope : scopes.texts()) {
      if (!SCOPES.contains(scope)) {
        scopes.invalid("unsupported scope");
      }
      checkApplicable(scope, spec, scopes);
    }
    checkConflicts(scopes, new HashSet<>(scopes.texts()));
  }

  private static void checkApplicable(String scope, Field spec, Field place) {
    for (String resource : spec.at("hard").entries().keySet()) {
      if (ResourceRules.isQuota(resource) && !applies(scope, resource)) {
        place.invalid("unsupported scope applied to resource");
      }
    }
  }

  private static boolean applies(String scope, String resource) {
    return switch (scope) {
      case "Terminating",
          "NotTerminating",
          "NotBestEffort",
          "PriorityClass",
          "CrossNamespacePodAffinity" ->
          POD_RESOURCES.contains(resource);
      case "BestEffort" -> resource.equals("pods");
      case "VolumeAttributesClass" ->
          resource.equals("persistentvolumeclaims") || resource.equals("requests.storage");
      default -> true;
    };
  }

  private static void checkConflicts(Field place, Set<String> scopes) {
    for (List<String> pair :
        List.of(List.of("BestEffort", "NotBestEffort"), List.of("Terminating", "NotTerminating"))) {
      if (scopes.containsAll(pair)) {
        place.invalid("conflicting scopes");
      }
    }
  }

  private static void checkSelector(Field spec) {
    Field selector = spec.at("scopeSelector");
    Field expressions = selector.at("matchExpressions");
    Set<String> scopes = new HashSet<>();
    expressions.each(
        each -> {
          String scope = each.at("scopeName").text();
          if (!SCOPES.contains(scope)) {
            expressions.at("scopeName").invalid(scope, "unsupported scope");
          }
          checkApplicable(scope, spec, expressions.with(shown(selector)));
          checkExpression(each, expressions, scope);
          scopes.add(scope);
        });
    checkConflicts(expressions.with(spec.at("scopes").value()), scopes);
  }

  private static JsonObject shown(Field selector) {
    return GoStruct.of(selector)
        .withStructs(
            "MatchExpressions",
            "matchExpressions",
            each ->
                each.withText("ScopeName", "scopeName")
                    .withText("Operator", "operator")
                    .with("Values", "values"))
        .tree();
  }

  private static void checkExpression(Field each, Field place, String scope) {
    Field operator = each.at("operator").called(place.at("operator").path());
    Field values = each.at("values").called(place.at("values").path());
    if (PLAIN_SCOPES.contains(scope) && !operator.is("Exists")) {
      operator.invalid(
          operator.text(),
          "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating,"
              + " ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,"
              + " ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity");
    }
    switch (operator.text()) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          values.required(
              "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          values.invalid(
              "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
        }
      }
      default -> operator.invalid(operator.text(), "not a valid selector operator");
    }
  }

  @Override
  public void checkChange(Field next, Field old) {
    check(next);
    Field scopes = next.at("spec", "scopes");
    if (!Set.copyOf(scopes.texts()).equals(Set.copyOf(old.at("spec", "scopes").texts()))) {
      scopes.invalid("field is immutable");
    }
  }

  @Override
  public void checkStatus(Field next, Field old) {
    checkQuantities(next.at("status", "hard"));
    checkQuantities(next.at("status", "used"));
  }
}
