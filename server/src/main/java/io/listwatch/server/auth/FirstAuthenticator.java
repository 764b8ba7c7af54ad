package io.listwatch.server.auth;

import java.util.List;
import java.util.Optional;

/**
 * Asks several authenticators in order and returns the first user found. A request without any
 * credentials is anonymous. A request whose credentials no authenticator accepts is rejected.
 */
public final class FirstAuthenticator implements Authenticator {
  private final List<Authenticator> authenticators;

  public FirstAuthenticator(List<Authenticator> authenticators) {
    this.authenticators = List.copyOf(authenticators);
  }

  @Override
  public Optional<UserInfo> authenticate(Credentials credentials) {
    for (Authenticator each : authenticators) {
      Optional<UserInfo> user = each.authenticate(credentials);
      if (user.isPresent()) {
        return user;
      }
    }
    boolean nothingShown =
        credentials.certificates().isEmpty() && credentials.bearerToken() == null;
    return nothingShown ? Optional.of(UserInfo.ANONYMOUS) : Optional.empty();
  }
}
