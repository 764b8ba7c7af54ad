package io.listwatch.server.http.review;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.auth.AccessRules;
import java.util.List;

/** The status of a SelfSubjectRulesReview. */
final class RulesStatus {
  private RulesStatus() {}

  static void write(AccessRules rules, JsonObject status) {
    JsonArray resources = status.putArray("resourceRules");
    for (AccessRules.OnResources rule : rules.resources()) {
      JsonObject shown = resources.addObject();
      strings(rule.verbs(), shown.putArray("verbs"));
      strings(rule.groups(), shown.putArray("apiGroups"));
      strings(rule.resources(), shown.putArray("resources"));
      if (!rule.names().isEmpty()) {
        strings(rule.names(), shown.putArray("resourceNames"));
      }
    }
    JsonArray paths = status.putArray("nonResourceRules");
    for (AccessRules.OnPaths rule : rules.paths()) {
      JsonObject shown = paths.addObject();
      strings(rule.verbs(), shown.putArray("verbs"));
      strings(rule.paths(), shown.putArray("nonResourceURLs"));
    }
    status.put("incomplete", rules.incomplete());
    if (!rules.problem().isEmpty()) {
      status.put("evaluationError", rules.problem());
    }
  }

  private static void strings(List<String> texts, JsonArray into) {
    texts.forEach(into::add);
  }
}
