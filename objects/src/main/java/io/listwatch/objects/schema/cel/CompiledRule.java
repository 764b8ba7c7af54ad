package io.listwatch.objects.schema.cel;

import org.jspecify.annotations.Nullable;

/**
 * A rule that is ready to run.
 *
 * @param program null if the rule does not compile
 * @param failure why it does not
 * @param usesOldSelf whether it judges a change, and not a value
 * @param message makes the text of the error, if it can
 * @param fieldPath where to report, below the value
 */
record CompiledRule(
    RuleText text,
    @Nullable RuleProgram program,
    String failure,
    boolean usesOldSelf,
    @Nullable RuleProgram message,
    String fieldPath) {}
