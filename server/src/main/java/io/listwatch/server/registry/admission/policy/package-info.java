/**
 * Admission policies: CEL expressions that decide about writes inside the server, or change them.
 *
 * <p>Start at {@link ValidatingPolicies} and {@link MutatingPolicies}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.admission.policy;

import org.jspecify.annotations.NullMarked;
