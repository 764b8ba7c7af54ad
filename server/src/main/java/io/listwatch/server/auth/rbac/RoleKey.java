package io.listwatch.server.auth.rbac;

import io.listwatch.model.ResourceKey;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a Role or, without a namespace, of a ClusterRole.
 *
 * @param namespace null for a ClusterRole
 */
record RoleKey(@Nullable String namespace, String name) {
  static RoleKey of(ResourceKey key) {
    return new RoleKey(key.namespace(), key.name());
  }

  String kind() {
    return namespace == null ? "ClusterRole" : "Role";
  }

  /** Returns the plural of the kind. */
  String resource() {
    return namespace == null ? "clusterroles" : "roles";
  }
}
