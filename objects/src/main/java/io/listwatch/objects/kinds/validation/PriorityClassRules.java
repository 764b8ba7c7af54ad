package io.listwatch.objects.kinds.validation;

import java.util.Map;

/** Validates PriorityClasses. */
final class PriorityClassRules implements ValidationRules {
  private static final long MAX_VALUE = 1_000_000_000;
  private static final String SYSTEM = "system-";
  private static final Map<String, Long> SYSTEM_VALUES =
      Map.of(
          "system-node-critical", 2 * MAX_VALUE + 1000, "system-cluster-critical", 2 * MAX_VALUE);

  @Override
  public void check(Field priority) {
    Field name = priority.at("metadata", "name");
    Field value = priority.at("value");
    if (name.text().startsWith(SYSTEM)) {
      checkSystem(priority, name);
    } else if (value.number() > MAX_VALUE) {
      value.forbidden("maximum allowed value of a user defined priority is " + MAX_VALUE);
    }
    priority.at("preemptionPolicy").ifPresent(policy -> policy.requireOneOf(policy.supported()));
  }

  private static void checkSystem(Field priority, Field name) {
    Long expected = SYSTEM_VALUES.get(name.text());
    String reason = "";
    if (expected == null) {
      reason = name.text() + " is not a known system priority class";
    } else if (priority.at("value").number() != expected) {
      reason = "value of " + name.text() + " PriorityClass must be " + expected;
    } else if (priority.at("globalDefault").isTrue()) {
      reason = "globalDefault of " + name.text() + " PriorityClass must be false";
    }
    if (!reason.isEmpty()) {
      name.forbidden(
          "priority class names with '"
              + SYSTEM
              + "' prefix are reserved for system use only. error: "
              + reason);
    }
  }

  @Override
  public void checkChange(Field next, Field old) {
    if (next.at("value").number() != old.at("value").number()) {
      next.at("value").forbidden("may not be changed in an update.");
    }
    next.checkImmutable(old, "preemptionPolicy");
  }
}
