/**
 * The validation rules of schemas, {@code x-kubernetes-validations}, and the expressions of
 * admission, written in CEL.
 *
 * <p>Start at {@link SchemaRules}, or at {@link AdmissionScope} for policies, whose mutations
 * construct {@link MadeObject}s: no other package sees the CEL library, and none of its classes is
 * loaded before the first rule. {@link RuleCompiler} turns a schema into a tree of {@link
 * RuleNode}s, each with the programs of its level and the {@link DeclaredType} through which they
 * read JSON. {@link RuleRun} evaluates an object along that tree. {@link RuleEnvironment} defines
 * the functions and types that a rule may use.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.schema.cel;

import org.jspecify.annotations.NullMarked;
