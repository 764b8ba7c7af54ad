package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Validates conditions of the type {@code metav1.Condition}. */
final class ConditionRules {
  private static final int MAX_REASON = 1024;
  private static final int MAX_MESSAGE = 32 * 1024;
  private static final Pattern REASON = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
  private static final String REASON_RULE =
      "a condition reason must start with alphabetic character, optionally followed by a string of"
          + " alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'"
          + " (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or"
          + " 'ReasonA:ReasonB', regex used for validation is"
          + " '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

  private ConditionRules() {}

  static void check(Field conditions) {
    Set<String> types = new HashSet<>();
    conditions.each(
        condition -> {
          condition.at("type").unique(types);
          checkOne(condition);
        });
  }

  private static void checkOne(Field condition) {
    condition.at("type").matches(TextForm.QUALIFIED_NAME);
    condition.at("status").oneOf(List.of("False", "True", "Unknown"));
    if (condition.at("observedGeneration").number() < 0) {
      condition.at("observedGeneration").invalid("must be greater than or equal to zero");
    }
    if (condition.at("lastTransitionTime").absent()) {
      condition.at("lastTransitionTime").required("");
    }
    checkReason(condition.at("reason"));
    condition.at("message").noLongerThan(MAX_MESSAGE);
  }

  private static void checkReason(Field reason) {
    if (reason.isEmpty()) {
      reason.required("");
    } else if (!REASON.matcher(reason.text()).matches()) {
      reason.invalid(REASON_RULE);
    }
    reason.noLongerThan(MAX_REASON);
  }
}
