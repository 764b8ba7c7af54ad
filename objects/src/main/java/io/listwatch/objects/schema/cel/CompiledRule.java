package io.listwatch.objects.schema.cel;

import org.jspecify.annotations.Nullable;

/**
 * A compiled validation rule.
 *
 * @param program null if the rule does not compile
 * @param failure the compile error
 * @param usesOldSelf true for a transition rule
 * @param message computes the error message; null if there is no usable messageExpression
 * @param fieldPath the path of errors, relative to the value
 */
record CompiledRule(
    RuleText text,
    @Nullable RuleProgram program,
    String failure,
    boolean usesOldSelf,
    @Nullable RuleProgram message,
    String fieldPath) {}
