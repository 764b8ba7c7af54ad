package io.listwatch.server.auth;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An authenticated user, or the anonymous one.
 *
 * @param uid empty if unknown
 * @param extra further attributes, each with its values
 */
public record UserInfo(
    String name, String uid, List<String> groups, Map<String, List<String>> extra) {
  /** The user of requests without credentials. */
  public static final UserInfo ANONYMOUS =
      new UserInfo("system:anonymous", "", List.of("system:unauthenticated"));

  /** The group whose members are allowed everything. */
  public static final String MASTERS = "system:masters";

  /** The group of all authenticated users. */
  public static final String AUTHENTICATED = "system:authenticated";

  /** The group of all anonymous users. */
  public static final String UNAUTHENTICATED = "system:unauthenticated";

  /** The user of the server's own requests. */
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
