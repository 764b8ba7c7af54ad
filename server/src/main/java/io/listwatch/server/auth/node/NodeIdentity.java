package io.listwatch.server.auth.node;

import io.listwatch.server.auth.UserInfo;
import java.util.Optional;

/** Recognizes nodes among users: {@code system:node:NAME} in the group {@code system:nodes}. */
public final class NodeIdentity {
  private static final String PREFIX = "system:node:";
  private static final String GROUP = "system:nodes";

  private NodeIdentity() {}

  /** Returns the name of the user's node, which may be empty; absent if the user is not a node. */
  public static Optional<String> of(UserInfo user) {
    return user.name().startsWith(PREFIX) && user.groups().contains(GROUP)
        ? Optional.of(user.name().substring(PREFIX.length()))
        : Optional.empty();
  }
}
