/**
 * Webhooks for authentication and authorization: tokens that are checked by TokenReviews, and an
 * authorizer that sends SubjectAccessReviews.
 *
 * <p>Start at {@link WebhookAuthorizer}.
 *
 * <p>Internal but for {@link TokenWebhook}.
 */
@NullMarked
package io.listwatch.server.auth.webhook;

import org.jspecify.annotations.NullMarked;
