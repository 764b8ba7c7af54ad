package io.listwatch.server.auth;

import java.util.Optional;

/**
 * Finds out who is asking.
 *
 * <p>Called by the threads that serve connections, many at a time: it must not wait.
 */
@FunctionalInterface
public interface Authenticator {
  /** Takes everybody for anonymous; for tests. */
  static Authenticator anonymous() {
    return credentials -> Optional.of(UserInfo.ANONYMOUS);
  }

  /**
   * Whose credentials these are. Whether somebody without any is anonymous or nobody is for the
   * implementation to say.
   *
   * @return empty if the request is to be refused
   */
  Optional<UserInfo> authenticate(Credentials credentials);
}
