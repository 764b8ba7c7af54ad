/**
 * How objects go: at once, when nothing holds them any more, or many together.
 *
 * <p>Start at {@link io.listwatch.server.registry.delete.Deletion}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.delete;

import org.jspecify.annotations.NullMarked;
