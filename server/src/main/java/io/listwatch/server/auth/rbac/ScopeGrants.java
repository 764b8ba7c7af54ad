package io.listwatch.server.auth.rbac;

import io.listwatch.server.auth.rbac.Grants.Grant;
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
    Subject subject = grant.subject();
    of(subject)
        .merge(subject.name(), new Grants(List.of(grant)), (before, added) -> before.with(grant));
  }

  void remove(Subject subject, RoleBinding binding) {
    of(subject)
        .computeIfPresent(
            subject.name(),
            (name, existing) -> {
              Grants rest = existing.without(binding);
              return rest.isEmpty() ? null : rest;
            });
  }

  boolean isEmpty() {
    return users.isEmpty() && groups.isEmpty();
  }

  private ConcurrentMap<String, Grants> of(Subject subject) {
    return subject.kind() == Subject.Kind.GROUP ? groups : users;
  }
}
