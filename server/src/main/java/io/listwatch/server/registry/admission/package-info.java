/**
 * Admission control: the two steps of every write in which a plug-in may change or reject it.
 *
 * <p>Start at {@link Admission}. The transitions in {@code write} and {@code delete} call it.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.admission;

import org.jspecify.annotations.NullMarked;
