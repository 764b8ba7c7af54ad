package io.listwatch.objects.schema.cel;

import dev.cel.common.types.OpaqueType;
import io.listwatch.objects.schema.cel.AccessCheck.Question;

/** A step of a check such as {@code authorizer.group('').resource('pods')}. */
@SuppressWarnings("Immutable") // the check is thread-safe
final class AuthorizerValue extends RuleValue {
  static final OpaqueType AUTHORIZER = RuleFunctions.opaque("kubernetes.authorization.Authorizer");
  static final OpaqueType PATH = RuleFunctions.opaque("kubernetes.authorization.PathCheck");
  static final OpaqueType GROUP = RuleFunctions.opaque("kubernetes.authorization.GroupCheck");
  static final OpaqueType RESOURCE = RuleFunctions.opaque("kubernetes.authorization.ResourceCheck");

  private final AccessCheck check;
  private final Question question;

  AuthorizerValue(OpaqueType type, AccessCheck check, Question question) {
    super(type);
    this.check = check;
    this.question = question;
  }

  Question question() {
    return question;
  }

  AuthorizerValue with(OpaqueType type, Question next) {
    return new AuthorizerValue(type, check, next);
  }

  DecisionValue decide(String verb) {
    return new DecisionValue(check.check(question.withVerb(verb)));
  }

  @Override
  public boolean isZeroValue() {
    return false;
  }
}
