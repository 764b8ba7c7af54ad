package io.listwatch.server.kinds.validation;

import java.util.List;

/** Which requests a policy of admission looks at. */
final class MatchRules {
  private MatchRules() {}

  static void check(Field match) {
    match.at("matchPolicy").mayBeOneOf(List.of("Equivalent", "Exact"));
    LabelSelectorRules.check(match.at("namespaceSelector"));
    LabelSelectorRules.check(match.at("objectSelector"));
    for (String member : List.of("resourceRules", "excludeResourceRules")) {
      match.at(member).each(WebhookRules::checkRule);
    }
  }
}
