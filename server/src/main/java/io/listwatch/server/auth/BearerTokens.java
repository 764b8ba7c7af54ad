package io.listwatch.server.auth;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Authenticates bearer tokens of one kind. Unlike an {@link Authenticator}, it may have to wait for
 * storage or the network.
 *
 * <p>Called by event loops, many at a time: it must not block.
 */
@FunctionalInterface
public interface BearerTokens {
  /**
   * Completes with the user of a token, or with {@link TokenResult#UNKNOWN} if the token is of
   * another kind. Fails if the token cannot be checked now, for example because storage does not
   * respond.
   *
   * @param audiences the token must be for one of them
   */
  CompletionStage<TokenResult> authenticate(String token, List<String> audiences);
}
