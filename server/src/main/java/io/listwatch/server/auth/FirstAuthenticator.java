package io.listwatch.server.auth;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Tries several authenticators in order and returns the first user found. A request without any
 * credentials is anonymous, unless that is switched off. A request whose credentials no
 * authenticator accepts is rejected.
 */
public final class FirstAuthenticator implements Authenticator {
  private final List<Authenticator> authenticators;
  private final Predicate<String> anonymous;

  public FirstAuthenticator(List<? extends Authenticator> authenticators) {
    this(authenticators, path -> true);
  }

  /**
   * @param anonymous false to reject requests without credentials, too
   */
  public FirstAuthenticator(List<? extends Authenticator> authenticators, boolean anonymous) {
    this(authenticators, path -> anonymous);
  }

  /**
   * @param anonymous the paths of requests that need no credentials
   */
  public FirstAuthenticator(
      List<? extends Authenticator> authenticators, Predicate<String> anonymous) {
    this.authenticators = List.copyOf(authenticators);
    this.anonymous = anonymous;
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
    return nothingShown && anonymous.test(credentials.path())
        ? Optional.of(UserInfo.ANONYMOUS)
        : Optional.empty();
  }
}
