/**
 * The parts of an operator around its {@code Controller}: finalizers, owners, dependent objects,
 * status conditions.
 *
 * <p>Start at {@link Finalizer}, {@link Dependent} and {@link StatusWriter}. Each is a small object
 * that a reconciler calls; none calls the reconciler.
 */
@NullMarked
package io.listwatch.client.operator;

import org.jspecify.annotations.NullMarked;
