package io.listwatch.objects.kinds.validation;

/** Validates PodDisruptionBudgets. */
final class DisruptionBudgetRules implements ValidationRules {
  @Override
  public void check(Field budget) {
    Field spec = budget.at("spec");
    Field available = spec.at("minAvailable");
    Field missing = spec.at("maxUnavailable");
    if (available.present() && missing.present()) {
      spec.invalid(
          GoStruct.of(spec)
              .with("MinAvailable", "minAvailable")
              .with("Selector", "selector")
              .with("MaxUnavailable", "maxUnavailable")
              .with("UnhealthyPodEvictionPolicy", "unhealthyPodEvictionPolicy"),
          "minAvailable and maxUnavailable cannot be both set");
    }
    checkShare(available);
    checkShare(missing);
    LabelSelectorRules.check(spec.at("selector"));
    spec.checkDeclared("unhealthyPodEvictionPolicy");
  }

  private static void checkShare(Field share) {
    if (share.present()) {
      WorkloadRules.share(share);
      WorkloadRules.atMostAll(share);
    }
  }

  @Override
  public void checkStatus(Field next, Field old) {
    next.at("status")
        .checkDeclared("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods");
  }
}
