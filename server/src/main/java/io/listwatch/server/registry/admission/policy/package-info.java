/**
 * Admission policies: CEL expressions that reject or change writes, evaluated inside the server.
 *
 * <p>Start at {@link ValidatingPolicies} and {@link MutatingPolicies}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.admission.policy;

import org.jspecify.annotations.NullMarked;
