/**
 * The resources that are served from the start.
 *
 * <p>Start at {@link io.listwatch.server.registry.builtin.BuiltInResources}, and at {@code
 * resources.txt} beside it, which says what they are.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.builtin;

import org.jspecify.annotations.NullMarked;
