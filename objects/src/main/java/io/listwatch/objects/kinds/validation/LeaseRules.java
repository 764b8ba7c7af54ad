package io.listwatch.objects.kinds.validation;

import java.util.List;

/** Validates Leases. */
final class LeaseRules implements ValidationRules {
  @Override
  public void check(Field lease) {
    Field spec = lease.at("spec");
    Field duration = spec.at("leaseDurationSeconds");
    if (duration.present() && duration.number() <= 0) {
      duration.invalid("must be greater than 0");
    }
    spec.checkDeclared("leaseTransitions");
    Field strategy = spec.at("strategy");
    if (strategy.present() && !strategy.text().contains("/")) {
      strategy.at("strategy").with(strategy.value()).oneOf(List.of("OldestEmulationVersion"));
    } else if (strategy.present()) {
      strategy.at("strategy").matches(TextForm.QUALIFIED_NAME, strategy.text());
    }
    if (!spec.at("preferredHolder").isEmpty() && strategy.isEmpty()) {
      spec.at("preferredHolder").forbidden("may only be specified if `strategy` is defined");
    }
  }
}
