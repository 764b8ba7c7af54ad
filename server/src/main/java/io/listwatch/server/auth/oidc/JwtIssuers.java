package io.listwatch.server.auth.oidc;

import io.listwatch.time.Timers;
import java.util.List;

/** The issuers of JSON Web Tokens that a server accepts, besides itself. */
public final class JwtIssuers {
  /** No issuer. */
  public static final JwtIssuers NONE = new JwtIssuers(List.of());

  private final List<JwtIssuer> issuers;

  private JwtIssuers(List<JwtIssuer> issuers) {
    this.issuers = List.copyOf(issuers);
  }

  /** Internal: returns the issuers that the options of the program name. */
  public static JwtIssuers of(List<JwtIssuer> issuers) {
    return new JwtIssuers(issuers);
  }

  /**
   * Internal: returns the tokens of each issuer, which the caller closes.
   *
   * @param audiences of the server
   */
  public List<JwtTokens> tokens(List<String> audiences, Timers timers) {
    return issuers.stream().map(each -> new JwtTokens(each, audiences, timers)).toList();
  }
}
