/**
 * Leaves decisions to other programs: an authorizer that sends SubjectAccessReviews, and tokens
 * that are checked by TokenReviews.
 *
 * <p>Start at {@link WebhookAuthorizer}.
 *
 * <p>Internal but for {@link TokenWebhook}.
 */
@NullMarked
package io.listwatch.server.auth.webhook;

import org.jspecify.annotations.NullMarked;
