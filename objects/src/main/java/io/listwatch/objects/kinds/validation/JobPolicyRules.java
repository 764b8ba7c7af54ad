package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates the pod failure policy and the success policy of a Job. */
final class JobPolicyRules {
  private JobPolicyRules() {}

  static void checkFailure(Field policy, Field spec) {
    Field rules = policy.at("rules");
    rules.checkDeclared();
    Set<String> containers = new HashSet<>();
    for (String member : List.of("containers", "initContainers")) {
      spec.at("template", "spec", member).each(each -> containers.add(each.at("name").text()));
    }
    rules.each(
        rule -> {
          checkAction(rule.at("action"), spec);
          Field codes = rule.at("onExitCodes");
          Field conditions = rule.at("onPodConditions");
          codes.ifPresent(each -> checkCodes(each, containers));
          conditions.checkDeclared();
          conditions.each(JobPolicyRules::checkCondition);
          if (codes.present() && !conditions.isEmpty()) {
            rule.invalidUnshown("specifying both OnExitCodes and OnPodConditions is not supported");
          } else if (codes.absent() && conditions.isEmpty()) {
            rule.invalidUnshown("specifying one of OnExitCodes and OnPodConditions is required");
          }
        });
  }

  private static void checkAction(Field action, Field spec) {
    if (action.isEmpty()) {
      action.required("valid values: " + quoted(action.supported()));
    } else if (action.is("FailIndex") && spec.at("backoffLimitPerIndex").absent()) {
      action.invalid("requires the backoffLimitPerIndex to be set");
    } else {
      action.checkDeclared();
    }
  }

  private static void checkCondition(Field condition) {
    condition.at("type").matches(TextForm.QUALIFIED_NAME);
    Field status = condition.at("status");
    if (status.isEmpty()) {
      status.required("valid values: " + quoted(status.supported()));
    } else {
      status.checkDeclared();
    }
  }

  private static void checkCodes(Field codes, Set<String> containers) {
    Field operator = codes.at("operator");
    if (operator.isEmpty()) {
      operator.required("valid values: " + quoted(operator.supported()));
    } else {
      operator.checkDeclared();
    }
    Field container = codes.at("containerName");
    if (container.present() && !containers.contains(container.text())) {
      container.invalid("must be one of the container or initContainer names in the pod template");
    }
    checkValues(codes.at("values"), operator);
  }

  private static void checkValues(Field values, Field operator) {
    if (values.isEmpty()) {
      values.invalid("at least one value is required");
    }
    values.checkDeclared();
    Set<Long> seen = new HashSet<>();
    boolean ordered = true;
    long last = Long.MIN_VALUE;
    for (Field value : values.items()) {
      if (operator.is("In") && value.number() == 0) {
        value.invalid("must not be 0 for the In operator");
      }
      if (!seen.add(value.number())) {
        value.duplicate();
      }
      ordered &= last <= value.number();
      last = value.number();
    }
    if (!ordered) {
      values.invalid("must be ordered");
    }
  }

  private static String quoted(List<String> values) {
    return "[\"" + String.join("\" \"", values) + "\"]";
  }

  static void checkSuccess(Field policy, Field spec) {
    if (!JobRules.isIndexed(spec)) {
      policy.invalid(shownSuccess(policy), "requires indexed completion mode");
      return;
    }
    Field rules = policy.at("rules");
    if (rules.isEmpty()) {
      rules.required("at least one rules must be specified when the successPolicy is specified");
    }
    rules.checkDeclared();
    rules.each(rule -> checkSuccessRule(rule, spec.at("completions")));
  }

  static GoStruct shownSuccess(Field policy) {
    return GoStruct.of(policy)
        .withStructs(
            "Rules",
            "rules",
            rule ->
                rule.with("SucceededIndexes", "succeededIndexes")
                    .with("SucceededCount", "succeededCount"));
  }

  private static void checkSuccessRule(Field rule, Field completions) {
    Field count = rule.at("succeededCount");
    if (count.absent() && rule.at("succeededIndexes").absent()) {
      rule.required("at least one of succeededCount or succeededIndexes must be specified");
    }
    Field indexes = rule.at("succeededIndexes");
    long named = indexes.absent() ? 0 : JobIndexes.check(indexes, completions.number());
    count.checkDeclared();
    atMost(count, completions.number(), "specified completions");
    if (indexes.present()) {
      atMost(count, named, "indexes in the specified succeededIndexes field");
    }
  }

  private static void atMost(Field count, long max, String what) {
    if (count.number() > max) {
      count.invalid("must be less than or equal to " + max + " (the number of " + what + ")");
    }
  }
}
