/**
 * Admission webhooks: selects those that match a write, sends them AdmissionReviews, and applies
 * their responses.
 *
 * <p>Start at {@link MutatingWebhooks} and {@link ValidatingWebhooks}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.admission.webhook;

import org.jspecify.annotations.NullMarked;
