/**
 * Authenticates JSON Web Tokens of other issuers: OpenID Connect, as {@code --oidc-…} or an
 * AuthenticationConfiguration describes it.
 *
 * <p>Start at {@link JwtTokens}.
 *
 * <p>Internal but for {@link JwtIssuers}.
 */
@NullMarked
package io.listwatch.server.auth.oidc;

import org.jspecify.annotations.NullMarked;
