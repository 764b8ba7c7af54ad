package io.listwatch.server.auth.oidc;

import io.listwatch.server.auth.BearerTokens;
import io.listwatch.server.auth.TokenResult;
import io.listwatch.time.Timers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Authenticates the tokens of all configured issuers, which can be replaced while the server runs.
 *
 * <p>Thread-safe; never blocks.
 */
public final class IssuedTokens implements BearerTokens, AutoCloseable {
  /**
   * The time after which replaced issuers are closed: they first finish the requests in progress.
   */
  private static final Duration REST = Duration.ofSeconds(30);

  private final List<String> audiences;
  private final Timers timers;
  private volatile List<JwtTokens> tokens;

  /**
   * @param audiences of the server
   */
  public IssuedTokens(List<JwtIssuer> issuers, List<String> audiences, Timers timers) {
    this.audiences = List.copyOf(audiences);
    this.timers = timers;
    this.tokens = of(issuers);
  }

  private List<JwtTokens> of(List<JwtIssuer> issuers) {
    return issuers.stream().map(each -> new JwtTokens(each, audiences, timers)).toList();
  }

  /** Accepts the tokens of these issuers from now on, and no others. */
  public void replace(List<JwtIssuer> issuers) {
    List<JwtTokens> former = tokens;
    tokens = of(issuers);
    Timers.Timer unused = timers.schedule(REST, () -> former.forEach(JwtTokens::close));
  }

  @Override
  public CompletionStage<TokenResult> authenticate(String token, List<String> requested) {
    return authenticate(tokens, 0, token, requested);
  }

  private static CompletionStage<TokenResult> authenticate(
      List<JwtTokens> all, int index, String token, List<String> requested) {
    return index == all.size()
        ? CompletableFuture.completedFuture(TokenResult.UNKNOWN)
        : all.get(index)
            .authenticate(token, requested)
            .thenCompose(
                result ->
                    result.equals(TokenResult.UNKNOWN)
                        ? authenticate(all, index + 1, token, requested)
                        : CompletableFuture.completedFuture(result));
  }

  @Override
  public void close() {
    tokens.forEach(JwtTokens::close);
  }
}
