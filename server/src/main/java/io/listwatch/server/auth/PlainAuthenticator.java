package io.listwatch.server.auth;

import java.util.List;
import java.util.Optional;

/** Authenticates every client of the port without TLS as an administrator. */
public final class PlainAuthenticator implements Authenticator {
  private static final UserInfo ADMINISTRATOR =
      new UserInfo("admin", "", List.of(UserInfo.MASTERS, UserInfo.AUTHENTICATED));

  @Override
  public Optional<UserInfo> authenticate(Credentials credentials) {
    return credentials.plain() ? Optional.of(ADMINISTRATOR) : Optional.empty();
  }
}
