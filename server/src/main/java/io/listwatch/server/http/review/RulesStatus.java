package io.listwatch.server.http.review;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.server.auth.AccessRules;
import java.util.List;

/** Rules as a review shows them. */
final class RulesStatus {
  private RulesStatus() {}

  static void write(AccessRules rules, ObjectNode status) {
    ArrayNode resources = status.putArray("resourceRules");
    for (AccessRules.OnResources rule : rules.resources()) {
      ObjectNode shown = resources.addObject();
      texts(rule.verbs(), shown.putArray("verbs"));
      texts(rule.groups(), shown.putArray("apiGroups"));
      texts(rule.resources(), shown.putArray("resources"));
    }
    ArrayNode paths = status.putArray("nonResourceRules");
    for (AccessRules.OnPaths rule : rules.paths()) {
      ObjectNode shown = paths.addObject();
      texts(rule.verbs(), shown.putArray("verbs"));
      texts(rule.paths(), shown.putArray("nonResourceURLs"));
    }
    status.put("incomplete", !rules.problem().isEmpty());
    if (!rules.problem().isEmpty()) {
      status.put("evaluationError", rules.problem());
    }
  }

  private static void texts(List<String> texts, ArrayNode into) {
    texts.forEach(into::add);
  }
}
