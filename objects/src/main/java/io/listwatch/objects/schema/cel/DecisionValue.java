package io.listwatch.objects.schema.cel;

import dev.cel.common.types.OpaqueType;

/** The result of {@code check(verb)}. */
@SuppressWarnings("Immutable") // a record of immutable values
final class DecisionValue extends RuleValue {
  static final OpaqueType TYPE = RuleFunctions.opaque("kubernetes.authorization.Decision");

  private final AccessCheck.Decision decision;

  DecisionValue(AccessCheck.Decision decision) {
    super(TYPE);
    this.decision = decision;
  }

  AccessCheck.Decision decision() {
    return decision;
  }

  @Override
  public boolean isZeroValue() {
    return false;
  }
}
