/**
 * Who is asking, and may they.
 *
 * <p>Start at {@link Authenticator} and {@link Authorizer}, which the HTTP server asks about each
 * request in this order.
 */
@NullMarked
package io.listwatch.server.auth;

import org.jspecify.annotations.NullMarked;
