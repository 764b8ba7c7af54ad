package io.listwatch.server.auth;

import java.util.List;

/**
 * Somebody who may ask for something.
 *
 * @param uid empty if unknown
 */
public record UserInfo(String name, String uid, List<String> groups) {
  /** Whoever shows no credentials. */
  public static final UserInfo ANONYMOUS =
      new UserInfo("system:anonymous", "", List.of("system:unauthenticated"));

  public UserInfo {
    groups = List.copyOf(groups);
  }
}
