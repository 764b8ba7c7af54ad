/**
 * The rules that a schema carries in {@code x-kubernetes-validations}, written in CEL.
 *
 * <p>Start at {@link SchemaRules}, the only door: nothing outside sees the library that reads and
 * runs CEL, and none of its classes is loaded before the first rule is met. Behind it {@link
 * RuleCompiler} turns a schema into a tree of {@link RuleNode}s, each with the programs of its
 * level and the {@link DeclaredType} through which they read JSON, and {@link RuleRun} walks an
 * object along that tree. {@link RuleEnvironment} says what a rule may use.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.objects.schema.cel;

import org.jspecify.annotations.NullMarked;
