package io.listwatch.server.auth.rbac;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.rbac.Grants.Grant;
import io.listwatch.server.auth.rbac.Subject.Identity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The roles and bindings of a server, indexed by the users and groups that bindings name.
 *
 * <pre>
 *   user, groups ──▶ grants in the cluster, grants in the namespace ──▶ rules of their roles
 * </pre>
 *
 * <p>A changed binding replaces the grants of its subjects and nothing else. A changed role only
 * increments a version, and each index of rules is built again when it is next used.
 *
 * <p>Thread-safe: decisions take no lock. The lock serializes changes.
 */
public final class RbacPolicy {
  private final ConcurrentMap<RoleKey, List<PolicyRule>> roles = new ConcurrentHashMap<>();
  private final ConcurrentMap<Scope, Grants> grants = new ConcurrentHashMap<>();
  private final AtomicLong rolesVersion = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final Map<ResourceKey, RoleBinding> bindings = new HashMap<>();

  /** Adds or replaces a Role or ClusterRole. */
  public void putRole(Resource role) {
    put(
        RoleKey.of(role.key()),
        PolicyRule.listOf(JsonTrees.read(role.toByteArray()).path("rules")));
  }

  /** Adds or replaces a RoleBinding or ClusterRoleBinding. */
  public void putBinding(Resource binding) {
    put(RoleBinding.of(binding.key(), JsonTrees.read(binding.toByteArray())));
  }

  void put(RoleKey role, List<PolicyRule> rules) {
    roles.put(role, List.copyOf(rules));
    rolesVersion.incrementAndGet();
  }

  void remove(RoleKey role) {
    roles.remove(role);
    rolesVersion.incrementAndGet();
  }

  void put(RoleBinding binding) {
    lock.lock();
    try {
      removeLocked(binding.key());
      bindings.put(binding.key(), binding);
      RoleKey role = binding.role();
      if (role != null) {
        for (Subject each : binding.subjects()) {
          var scope = new Scope(binding.key().namespace(), each.identity());
          grants.merge(
              scope,
              new Grants(List.of(new Grant(binding, role, each))),
              (before, added) -> before.with(added.list().get(0)));
        }
      }
    } finally {
      lock.unlock();
    }
  }

  void removeBinding(ResourceKey key) {
    lock.lock();
    try {
      removeLocked(key);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void removeLocked(ResourceKey key) {
    RoleBinding before = bindings.remove(key);
    if (before != null) {
      for (Subject each : before.subjects()) {
        grants.computeIfPresent(
            new Scope(key.namespace(), each.identity()),
            (scope, existing) -> {
              Grants rest = existing.without(before);
              return rest.isEmpty() ? null : rest;
            });
      }
    }
  }

  /** Returns the keys of the roles that have, or do not have, a namespace. */
  Set<RoleKey> roles(boolean namespaced) {
    var keys = new LinkedHashSet<RoleKey>();
    roles.keySet().stream()
        .filter(each -> (each.namespace() != null) == namespaced)
        .forEach(keys::add);
    return keys;
  }

  /** Returns the keys of the bindings that have, or do not have, a namespace. */
  Set<ResourceKey> bindings(boolean namespaced) {
    lock.lock();
    try {
      var keys = new LinkedHashSet<ResourceKey>();
      bindings.keySet().stream()
          .filter(each -> (each.namespace() != null) == namespaced)
          .forEach(keys::add);
      return keys;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the rules of a role; null if it does not exist. */
  @Nullable List<PolicyRule> rules(RoleKey role) {
    return roles.get(role);
  }

  /** Returns the grant that allows the request; null if there is none. */
  @Nullable Grant allowing(AccessRequest request) {
    long version = rolesVersion.get();
    Grant found = grantedIn(null, request, version);
    String namespace = request.namespace();
    return found == null && namespace != null ? grantedIn(namespace, request, version) : found;
  }

  private @Nullable Grant grantedIn(
      @Nullable String namespace, AccessRequest request, long version) {
    UserInfo user = request.user();
    Grant found = grantedTo(new Scope(namespace, Identity.user(user.name())), request, version);
    for (int i = 0; found == null && i < user.groups().size(); i++) {
      var group = new Scope(namespace, Identity.group(user.groups().get(i)));
      found = grantedTo(group, request, version);
    }
    return found;
  }

  private @Nullable Grant grantedTo(Scope scope, AccessRequest request, long version) {
    Grants granted = grants.get(scope);
    return granted == null ? null : granted.allowing(request, roles::get, version);
  }

  /** Returns all rules that apply to a user, cluster-wide and in the namespace. */
  List<PolicyRule> rulesFor(UserInfo user, @Nullable String namespace) {
    var rules = new ArrayList<PolicyRule>();
    var seen = new LinkedHashSet<RoleKey>();
    forEachGrants(user, namespace, each -> each.list().forEach(grant -> seen.add(grant.role())));
    for (RoleKey each : seen) {
      List<PolicyRule> found = roles.get(each);
      if (found != null) {
        rules.addAll(found);
      }
    }
    return rules;
  }

  /** Returns the roles that are granted to a user but do not exist. */
  Set<RoleKey> missingRoles(UserInfo user, @Nullable String namespace) {
    var missing = new LinkedHashSet<RoleKey>();
    long version = rolesVersion.get();
    forEachGrants(user, namespace, each -> missing.addAll(each.missing(roles::get, version)));
    return missing;
  }

  private void forEachGrants(UserInfo user, @Nullable String namespace, Consumer<Grants> consumer) {
    var scopes = new ArrayList<Scope>();
    addScopes(user, null, scopes);
    if (namespace != null) {
      addScopes(user, namespace, scopes);
    }
    for (Scope each : scopes) {
      consumer.accept(grants.getOrDefault(each, Grants.NONE));
    }
  }

  private static void addScopes(UserInfo user, @Nullable String namespace, List<Scope> into) {
    into.add(new Scope(namespace, Identity.user(user.name())));
    user.groups().forEach(each -> into.add(new Scope(namespace, Identity.group(each))));
  }

  /**
   * The namespace and the subject of grants.
   *
   * @param namespace null for cluster-wide grants
   */
  private record Scope(@Nullable String namespace, Identity identity) {}
}
