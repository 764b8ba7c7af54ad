/**
 * The resources that are served from the start.
 *
 * <p>Start at {@link io.listwatch.server.registry.builtin.BuiltInResources}, and at {@code
 * resources.txt} beside it, which has a row of facts for each of them. The behaviour of a kind
 * stands on its card in {@link io.listwatch.server.registry.strategy.BuiltInKinds}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.builtin;

import org.jspecify.annotations.NullMarked;
