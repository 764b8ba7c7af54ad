/**
 * Service account tokens: signed JSON Web Tokens that name a service account, and the keys that
 * sign and verify them.
 *
 * <p>Start at {@link ServiceAccountTokens}, which authenticates, and at {@link TokenIssuer}, which
 * issues. The signatures are those of the JDK; {@code docs/decisions/0030-tokens.md} says why.
 *
 * <p>Internal but for {@link TokenSettings}.
 */
@NullMarked
package io.listwatch.server.auth.token;

import org.jspecify.annotations.NullMarked;
