/**
 * The strategies and prerequisites of the built-in kinds.
 *
 * <p>Start at {@link io.listwatch.server.registry.strategy.BuiltInKinds}, which registers each
 * built-in kind with its prerequisites and its table row. A new kind needs a row in {@code
 * resources.txt} for its facts, a registration here and, for validation and warnings, its {@code
 * KindRules} in {@code objects}. A kind that is written in a special way also needs a strategy in
 * {@code objects.strategy}. {@link io.listwatch.server.registry.strategy.ServedKind} combines
 * everything that a verb needs.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.strategy;

import org.jspecify.annotations.NullMarked;
