/**
 * The resources that are served from the start.
 *
 * <p>Start at {@link io.listwatch.server.registry.builtin.BuiltInResources}. {@code resources.txt}
 * in {@code objects} has a row of facts for each resource. The behaviour of a kind stands on its
 * card in {@link io.listwatch.server.registry.strategy.BuiltInKinds}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.builtin;

import org.jspecify.annotations.NullMarked;
