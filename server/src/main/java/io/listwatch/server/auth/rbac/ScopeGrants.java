package io.listwatch.server.auth.rbac;

import io.listwatch.server.auth.rbac.Grants.Grant;
import io.listwatch.server.auth.rbac.Subject.Identity;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The grants of the bindings in one namespace, or of those in the whole cluster, by the user or
 * group that has them.
 *
 * <p>Any thread may read. The callers of the other methods hold one lock.
 */
final class ScopeGrants {
  private final ConcurrentMap<String, Grants> users = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Grants> groups = new ConcurrentHashMap<>();

  Grants ofUser(String name) {
    return users.getOrDefault(name, Grants.NONE);
  }

  Grants ofGroup(String name) {
    return groups.getOrDefault(name, Grants.NONE);
  }

  void add(Grant grant) {
    Identity identity = grant.subject().identity();
    of(identity)
        .merge(identity.name(), new Grants(List.of(grant)), (before, added) -> before.with(grant));
  }

  void remove(Subject subject, RoleBinding binding) {
    Identity identity = subject.identity();
    of(identity)
        .computeIfPresent(
            identity.name(),
            (name, existing) -> {
              Grants rest = existing.without(binding);
              return rest.isEmpty() ? null : rest;
            });
  }

  boolean isEmpty() {
    return users.isEmpty() && groups.isEmpty();
  }

  private ConcurrentMap<String, Grants> of(Identity identity) {
    return identity.group() ? groups : users;
  }
}
