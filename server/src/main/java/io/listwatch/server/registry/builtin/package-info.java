/**
 * The built-in resources.
 *
 * <p>Start at {@link io.listwatch.server.registry.builtin.BuiltInResources}. {@code resources.txt}
 * in {@code objects} has a row of facts for each resource. {@link
 * io.listwatch.server.registry.strategy.BuiltInKinds} registers the behaviour of each kind.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.builtin;

import org.jspecify.annotations.NullMarked;
