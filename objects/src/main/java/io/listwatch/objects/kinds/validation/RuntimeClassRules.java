package io.listwatch.objects.kinds.validation;

import java.util.HashSet;
import java.util.Set;

/** Validates RuntimeClasses. */
final class RuntimeClassRules implements ValidationRules {
  @Override
  public void check(Field runtime) {
    runtime.at("handler").requireMatch(TextForm.DNS_LABEL);
    Field overhead = runtime.at("overhead");
    ResourceRules.checkOverhead(overhead.at("podFixed"), overhead.at("limits").path());
    Field scheduling = runtime.at("scheduling");
    scheduling.at("nodeSelector").labels();
    scheduling.at("tolerations").each(SchedulingRules::checkToleration);
    Set<String> seen = new HashSet<>();
    scheduling.at("tolerations").each(toleration -> checkUnique(toleration, seen));
  }

  @Override
  public void checkChange(Field next, Field old) {
    check(next);
    next.checkImmutable(old, "handler");
  }

  private static void checkUnique(Field toleration, Set<String> seen) {
    GoStruct shown =
        GoStruct.of(toleration)
            .withText("Key", "key")
            .withText("Operator", "operator")
            .withText("Value", "value")
            .withText("Effect", "effect");
    if (!seen.add(shown.toString())) {
      toleration.duplicate(shown.with("TolerationSeconds", "tolerationSeconds"));
    }
  }
}
