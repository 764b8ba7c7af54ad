package io.listwatch.server.auth;

import java.util.List;

/**
 * Who is asking.
 *
 * @param uid may be empty
 */
public record UserInfo(String name, String uid, List<String> groups) {
  /** The group whose members may do everything. */
  public static final String MASTERS = "system:masters";

  /** The group of all who said who they are. */
  public static final String AUTHENTICATED = "system:authenticated";

  public UserInfo {
    groups = List.copyOf(groups);
  }
}
