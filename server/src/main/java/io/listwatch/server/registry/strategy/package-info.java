/**
 * In what kinds differ when their objects are written, and what such a write depends on beyond the
 * object.
 *
 * <p>Start at {@link io.listwatch.server.registry.strategy.Strategy}, which each kind that differs
 * has one of; {@link io.listwatch.server.registry.strategy.ServedKind} is all that is known of a
 * kind. What values may be is judged in {@code io.listwatch.objects.kinds}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.strategy;

import org.jspecify.annotations.NullMarked;
