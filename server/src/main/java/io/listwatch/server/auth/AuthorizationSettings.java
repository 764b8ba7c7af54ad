package io.listwatch.server.auth;

import java.util.List;

/**
 * The authorizers of a server, in the order in which they are asked: the first one that has an
 * opinion decides. Members of {@code system:masters} are allowed everything before that.
 */
public record AuthorizationSettings(List<Mode> modes) {
  /** Decides by the stored roles and bindings only. */
  public static final AuthorizationSettings RBAC =
      new AuthorizationSettings(List.of(new Mode.Rbac()));

  public AuthorizationSettings {
    modes = List.copyOf(modes);
    if (modes.isEmpty()) {
      throw new IllegalArgumentException("modes: none (expected: at least one)");
    }
  }

  /** Returns settings in which one authorizer decides. */
  public static AuthorizationSettings of(Authorizer authorizer) {
    return new AuthorizationSettings(List.of(new Mode.Given(authorizer)));
  }

  /** True if stored roles and bindings take effect. */
  public boolean hasRbac() {
    return modes.contains(new Mode.Rbac());
  }

  /** True if nodes may use the objects of their pods. */
  public boolean hasNode() {
    return modes.contains(new Mode.Node());
  }

  /** One authorizer of the list. */
  public sealed interface Mode {
    /** Decides by the Roles, ClusterRoles and bindings that the server stores. */
    record Rbac() implements Mode {}

    /** Decides the requests of nodes by the pods that are bound to them. */
    record Node() implements Mode {}

    /** An authorizer that needs nothing of the server. */
    record Given(Authorizer authorizer) implements Mode {}
  }
}
