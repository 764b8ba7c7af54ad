package io.listwatch.server.auth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Authenticates requests: first the configured {@link Authenticator}, then each kind of {@link
 * BearerTokens} in order. Also authenticates the tokens of TokenReviews.
 *
 * <p>Thread-safe. Never blocks.
 */
public final class RequestAuthenticator {
  private static final String INVALID = "invalid bearer token";

  private final Authenticator configured;
  private final List<BearerTokens> tokens;
  private final List<String> audiences;

  /**
   * @param audiences of this server: the tokens of requests must be for one of them
   */
  public RequestAuthenticator(
      Authenticator configured, List<? extends BearerTokens> tokens, List<String> audiences) {
    this.configured = configured;
    this.tokens = List.copyOf(tokens);
    this.audiences = List.copyOf(audiences);
  }

  /** Completes with the user of a request, or without one if its credentials are not valid. */
  public CompletionStage<TokenResult> authenticate(Credentials credentials) {
    UserInfo user = configured.authenticate(credentials).orElse(null);
    TokenResult known = user == null ? TokenResult.UNKNOWN : TokenResult.of(user, audiences);
    String token = credentials.bearerToken();
    boolean certain = user != null && !user.equals(UserInfo.ANONYMOUS);
    return certain || token == null ? completed(known) : ask(token, audiences, 0, known);
  }

  /**
   * Completes with the user of a token.
   *
   * @param requested audiences, of which the token must have one; empty for those of this server
   */
  public CompletionStage<TokenResult> review(String token, List<String> requested) {
    List<String> wanted = requested.isEmpty() ? audiences : requested;
    List<String> shared = audiences.stream().filter(wanted::contains).toList();
    TokenResult known =
        shared.isEmpty()
            ? TokenResult.UNKNOWN
            : configured
                .authenticate(new Credentials(List.of(), token, false))
                .filter(found -> !found.equals(UserInfo.ANONYMOUS))
                .map(found -> TokenResult.of(found, shared))
                .orElse(TokenResult.UNKNOWN);
    return known.user() == null
        ? ask(token, wanted, 0, TokenResult.rejected(INVALID))
        : completed(known);
  }

  /**
   * Tries one kind of tokens after another, from {@code index} on. Completes with {@code otherwise}
   * and all problems if none has a user.
   */
  private CompletionStage<TokenResult> ask(
      String token, List<String> wanted, int index, TokenResult otherwise) {
    if (index == tokens.size()) {
      return completed(otherwise);
    }
    return tokens
        .get(index)
        .authenticate(token, wanted)
        .thenCompose(
            found ->
                found.user() == null
                    ? ask(token, wanted, index + 1, withProblems(otherwise, found))
                    : completed(found));
  }

  private static TokenResult withProblems(TokenResult result, TokenResult more) {
    var all = new ArrayList<>(result.problems());
    more.problems().stream().filter(each -> !all.contains(each)).forEach(all::add);
    var annotations = new HashMap<>(result.annotations());
    annotations.putAll(more.annotations());
    return new TokenResult(result.user(), result.audiences(), all, result.warnings(), annotations);
  }

  private static CompletionStage<TokenResult> completed(TokenResult result) {
    return CompletableFuture.completedFuture(result);
  }
}
