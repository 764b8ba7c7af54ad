/**
 * Authentication and authorization of requests.
 *
 * <p>Start at {@link Authenticator} and {@link Authorizer}, which the HTTP server calls for each
 * request in this order.
 *
 * <p>Internal but for {@link AccessRequest}, {@link AccessRules}, {@link AccessSelectors}, {@link
 * Authenticator}, {@link AuthorizationSettings}, {@link AuthorizationWebhook}, {@link Authorizer},
 * {@link Credentials}, {@link RequestHeaders}, {@link SettingsFile} and {@link UserInfo}.
 */
@NullMarked
package io.listwatch.server.auth;

import org.jspecify.annotations.NullMarked;
