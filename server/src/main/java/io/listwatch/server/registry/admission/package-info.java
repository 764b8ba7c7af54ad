/**
 * Admission control: the two steps of every write in which a plug-in may change or reject it.
 *
 * <p>Start at {@link Admission} and {@link AdmissionChain}. The transitions in {@code write} and
 * {@code delete} call it.
 *
 * <p>Internal but for {@link AdmissionSettings}.
 */
@NullMarked
package io.listwatch.server.registry.admission;

import org.jspecify.annotations.NullMarked;
