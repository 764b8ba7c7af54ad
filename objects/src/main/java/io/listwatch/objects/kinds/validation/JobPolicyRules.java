package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** When a job counts as failed or as done before all of its pods have ended. */
final class JobPolicyRules {
  private static final int MAX_RULES = 20;
  private static final int MAX_CODES = 255;
  private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");
  private static final List<String> OPERATORS = List.of("In", "NotIn");
  private static final List<String> STATUSES = List.of("False", "True", "Unknown");

  private JobPolicyRules() {}

  static void checkFailure(Field policy, Field spec) {
    Field rules = policy.at("rules");
    rules.noMoreThan(MAX_RULES);
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
          conditions.noMoreThan(MAX_RULES);
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
      action.required("valid values: " + quoted(ACTIONS));
    } else if (action.is("FailIndex") && spec.at("backoffLimitPerIndex").absent()) {
      action.invalid("requires the backoffLimitPerIndex to be set");
    } else {
      action.oneOf(ACTIONS);
    }
  }

  private static void checkCondition(Field condition) {
    condition.at("type").matches(TextForm.QUALIFIED_NAME);
    Field status = condition.at("status");
    if (status.isEmpty()) {
      status.required("valid values: " + quoted(STATUSES));
    } else {
      status.oneOf(STATUSES);
    }
  }

  private static void checkCodes(Field codes, Set<String> containers) {
    Field operator = codes.at("operator");
    if (operator.isEmpty()) {
      operator.required("valid values: " + quoted(OPERATORS));
    } else {
      operator.oneOf(OPERATORS);
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
    values.noMoreThan(MAX_CODES);
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
    rules.noMoreThan(MAX_RULES);
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
    count.nonNegative();
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
