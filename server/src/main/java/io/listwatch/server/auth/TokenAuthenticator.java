package io.listwatch.server.auth;

import java.util.ArrayList;
import java.util.Optional;

/** Authenticates users by the bearer tokens in a {@link TokenFile}. */
public final class TokenAuthenticator implements Authenticator {
  private final TokenFile tokens;

  public TokenAuthenticator(TokenFile tokens) {
    this.tokens = tokens;
  }

  @Override
  public Optional<UserInfo> authenticate(Credentials credentials) {
    String token = credentials.bearerToken();
    return token == null ? Optional.empty() : tokens.user(token).map(TokenAuthenticator::known);
  }

  private static UserInfo known(UserInfo user) {
    var groups = new ArrayList<>(user.groups());
    groups.add(UserInfo.AUTHENTICATED);
    return new UserInfo(user.name(), user.uid(), groups);
  }
}
