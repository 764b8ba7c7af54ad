/**
 * Calls webhooks over HTTPS.
 *
 * <p>Start at {@link WebhookClient}. The callers write the requests and interpret the responses.
 *
 * <p>Internal.
 */
@NullMarked
package io.listwatch.server.webhook;

import org.jspecify.annotations.NullMarked;
