package io.listwatch.server.auth;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Somebody who may ask for something.
 *
 * @param uid empty if unknown
 * @param extra what else is known of them, each of its values by its name
 */
public record UserInfo(
    String name, String uid, List<String> groups, Map<String, List<String>> extra) {
  /** Whoever shows no credentials. */
  public static final UserInfo ANONYMOUS =
      new UserInfo("system:anonymous", "", List.of("system:unauthenticated"));

  /** The group whose members may do everything. */
  public static final String MASTERS = "system:masters";

  /** The group of all who have shown who they are. */
  public static final String AUTHENTICATED = "system:authenticated";

  /** The group of all others. */
  public static final String UNAUTHENTICATED = "system:unauthenticated";

  /** The server, where it does something by itself. */
  public static final UserInfo SERVER =
      new UserInfo("system:apiserver", "", List.of(MASTERS, AUTHENTICATED));

  public UserInfo {
    groups = List.copyOf(groups);
    var copy = new TreeMap<String, List<String>>();
    extra.forEach((key, values) -> copy.put(key, List.copyOf(values)));
    extra = Collections.unmodifiableMap(copy);
  }

  public UserInfo(String name, String uid, List<String> groups) {
    this(name, uid, groups, Map.of());
  }
}
