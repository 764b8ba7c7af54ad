/**
 * Who is asking, and may they.
 *
 * <p>Start at {@link Authenticator} and {@link Authorizer}, which the HTTP server asks about each
 * request in this order.
 *
 * <p>Internal but for {@link AccessRequest}, {@link AccessRules}, {@link Authenticator}, {@link
 * Authorizer}, {@link Credentials} and {@link UserInfo}.
 */
@NullMarked
package io.listwatch.server.auth;

import org.jspecify.annotations.NullMarked;
