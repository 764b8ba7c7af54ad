package io.listwatch.server.auth;

import java.util.Optional;

/**
 * Finds the user of a request by its credentials.
 *
 * <p>Called by event loops, many at a time: it must not block.
 */
@FunctionalInterface
public interface Authenticator {
  /**
   * Returns an authenticator that authenticates every client as {@code system:anonymous}; for
   * tests.
   */
  static Authenticator anonymous() {
    return credentials -> Optional.of(UserInfo.ANONYMOUS);
  }

  /**
   * Returns the user with these credentials. The implementation decides whether a request without
   * credentials is anonymous or rejected.
   *
   * @return empty if the request must be rejected
   */
  Optional<UserInfo> authenticate(Credentials credentials);
}
