/**
 * Admission webhooks: which of them a write concerns, what they are sent, and what follows from
 * their responses.
 *
 * <p>Start at {@link MutatingWebhooks} and {@link ValidatingWebhooks}.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.registry.admission.webhook;

import org.jspecify.annotations.NullMarked;
