package io.listwatch.server.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Where a policy of admission holds, and with which parameters. */
final class PolicyBindingRules implements KindRules {
  private static final List<String> ACTIONS = List.of("Audit", "Deny", "Warn");

  private final boolean acting;

  /**
   * @param acting whether it says what is done about what is found
   */
  PolicyBindingRules(boolean acting) {
    this.acting = acting;
  }

  @Override
  public void check(Field binding) {
    Field spec = binding.at("spec");
    spec.at("policyName").requireMatch(TextForm.SUBDOMAIN);
    spec.at("paramRef").ifPresent(PolicyBindingRules::checkParameters);
    spec.at("matchResources").ifPresent(MatchRules::check);
    if (acting) {
      checkActions(spec.at("validationActions"));
    }
  }

  private static void checkParameters(Field reference) {
    Field name = reference.at("name");
    Field selector = reference.at("selector");
    if (!name.isEmpty()) {
      name.matches(TextForm.PATH_SEGMENT);
      if (selector.present()) {
        name.forbidden("name and selector are mutually exclusive");
      }
    }
    if (selector.present()) {
      LabelSelectorRules.check(selector);
      if (!name.isEmpty()) {
        selector.forbidden("name and selector are mutually exclusive");
      }
    } else if (name.isEmpty()) {
      reference.required("one of name or selector must be specified");
    }
    Field missing = reference.at("parameterNotFoundAction");
    missing.requireOneOf(List.of("Deny", "Allow"));
  }

  private static void checkActions(Field actions) {
    if (actions.isEmpty()) {
      actions.required("at least one validation action is required");
    }
    Set<String> seen = new HashSet<>();
    actions.each(
        action -> {
          action.oneOf(ACTIONS);
          action.unique(seen);
        });
    if (seen.contains("Deny") && seen.contains("Warn")) {
      actions.invalid(
          "must not contain both Deny and Warn (repeating the same validation failure information"
              + " in the API response and headers serves no purpose)");
    }
  }
}
