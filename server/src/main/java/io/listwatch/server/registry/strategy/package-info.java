/**
 * The lookups before objects of each kind are written.
 *
 * <p>Start at {@link io.listwatch.server.registry.strategy.BuiltInKinds}, which has one card for
 * each built-in kind: its prerequisites and its table row. A new kind needs a row in {@code
 * resources.txt} for its facts, a card here and, for validation and warnings, its {@code KindRules}
 * in {@code objects}; a kind that is written in a special way also a strategy in {@code
 * objects.strategy}. {@link io.listwatch.server.registry.strategy.ServedKind} is all that is known
 * of a kind.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.strategy;

import org.jspecify.annotations.NullMarked;
