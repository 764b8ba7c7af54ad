package io.listwatch.server.auth.rbac;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.rbac.Grants.Grant;
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
import java.util.function.Function;
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
 * <p>Thread-safe. The lock serializes changes; other threads may see a change half applied. A
 * request that is allowed takes no lock. A request that is denied while a binding changes is
 * decided again under the lock: a grant that the change keeps may have been missing for a moment.
 */
public final class RbacPolicy {
  private static final String CLUSTER = "";

  private final ConcurrentMap<RoleKey, Role> roles = new ConcurrentHashMap<>();

  private final Function<RoleKey, @Nullable List<PolicyRule>> rulesOfRole = this::rules;

  /** The grants by namespace; {@value #CLUSTER} has the cluster-wide ones. */
  private final ConcurrentMap<String, ScopeGrants> grants = new ConcurrentHashMap<>();

  private final AtomicLong rolesVersion = new AtomicLong();

  /**
   * Counts the start and the end of each change to the grants of a binding: odd during a change.
   */
  private final AtomicLong changes = new AtomicLong();

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

  void put(RoleKey key, List<PolicyRule> rules) {
    roles.compute(
        key, (same, before) -> new Role(before == null ? key : before.key(), List.copyOf(rules)));
    rolesVersion.incrementAndGet();
  }

  void remove(RoleKey role) {
    roles.remove(role);
    rolesVersion.incrementAndGet();
  }

  void put(RoleBinding binding) {
    lock.lock();
    try {
      changes.incrementAndGet();
      removeLocked(binding.key());
      addLocked(binding);
    } finally {
      changes.incrementAndGet();
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void addLocked(RoleBinding added) {
    RoleBinding binding = added.sharing(roleKey(added.role()));
    bindings.put(binding.key(), binding);
    if (binding.role() != null) {
      for (Subject each : binding.subjects()) {
        grants
            .computeIfAbsent(scope(binding.key()), any -> new ScopeGrants())
            .add(new Grant(binding, each));
      }
    }
  }

  /** Returns the key that an existing role has in memory, so that its bindings share it. */
  private @Nullable RoleKey roleKey(@Nullable RoleKey equal) {
    Role role = equal == null ? null : roles.get(equal);
    return role == null ? equal : role.key();
  }

  void removeBinding(ResourceKey key) {
    lock.lock();
    try {
      changes.incrementAndGet();
      removeLocked(key);
    } finally {
      changes.incrementAndGet();
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void removeLocked(ResourceKey key) {
    RoleBinding before = bindings.remove(key);
    if (before != null) {
      ScopeGrants in = grants.get(scope(key));
      if (in != null) {
        before.subjects().forEach(each -> in.remove(each, before));
        if (in.isEmpty()) {
          grants.remove(scope(key));
        }
      }
    }
  }

  private static String scope(ResourceKey binding) {
    String namespace = binding.namespace();
    return namespace == null ? CLUSTER : namespace;
  }

  /** Returns the keys of the Roles if {@code namespaced}, else of the ClusterRoles. */
  Set<RoleKey> roles(boolean namespaced) {
    var keys = new LinkedHashSet<RoleKey>();
    roles.keySet().stream()
        .filter(each -> (each.namespace() != null) == namespaced)
        .forEach(keys::add);
    return keys;
  }

  /**
   * Returns the keys of the RoleBindings if {@code namespaced}, else of the ClusterRoleBindings.
   */
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
  @Nullable List<PolicyRule> rules(RoleKey key) {
    Role role = roles.get(key);
    return role == null ? null : role.rules();
  }

  /** Searches the grants of a request's user for one that allows the request. */
  Outcome decide(AccessRequest request) {
    long before = changes.get();
    Outcome outcome = search(request);
    if (outcome.grant() != null || unchangedSince(before)) {
      return outcome;
    }
    lock.lock();
    try {
      return search(request);
    } finally {
      lock.unlock();
    }
  }

  private boolean unchangedSince(long version) {
    return (version & 1) == 0 && changes.get() == version;
  }

  private Outcome search(AccessRequest request) {
    var search = new GrantSearch(request, rulesOfRole, rolesVersion.get());
    Grant found = search.in(grants.get(CLUSTER));
    String namespace = request.namespace();
    if (found == null && namespace != null && !namespace.isEmpty()) {
      found = search.in(grants.get(namespace));
    }
    return new Outcome(found, search.missing());
  }

  private record Role(RoleKey key, List<PolicyRule> rules) {}

  /**
   * The result of a search for a grant.
   *
   * @param grant that allows the request; null if there is none
   * @param missing the granted roles that were found not to exist
   */
  record Outcome(@Nullable Grant grant, Set<RoleKey> missing) {}

  /** Returns all rules that apply to a user, cluster-wide and in the namespace. */
  List<PolicyRule> rulesFor(UserInfo user, @Nullable String namespace) {
    var rules = new ArrayList<PolicyRule>();
    for (RoleKey each : grantedRoles(user, namespace)) {
      List<PolicyRule> found = rules(each);
      if (found != null) {
        rules.addAll(found);
      }
    }
    return rules;
  }

  /** Returns the roles that are granted to a user but do not exist. */
  Set<RoleKey> missingRoles(UserInfo user, @Nullable String namespace) {
    Set<RoleKey> granted = grantedRoles(user, namespace);
    granted.removeIf(roles::containsKey);
    return granted;
  }

  private Set<RoleKey> grantedRoles(UserInfo user, @Nullable String namespace) {
    var granted = new LinkedHashSet<RoleKey>();
    lock.lock();
    try {
      forEachGrants(
          user, namespace, each -> each.list().forEach(grant -> granted.add(grant.role())));
    } finally {
      lock.unlock();
    }
    return granted;
  }

  private void forEachGrants(UserInfo user, @Nullable String namespace, Consumer<Grants> consumer) {
    forEachGrants(user, grants.get(CLUSTER), consumer);
    if (namespace != null && !namespace.isEmpty()) {
      forEachGrants(user, grants.get(namespace), consumer);
    }
  }

  private static void forEachGrants(
      UserInfo user, @Nullable ScopeGrants in, Consumer<Grants> consumer) {
    if (in != null) {
      consumer.accept(in.ofUser(user.name()));
      user.groups().forEach(each -> consumer.accept(in.ofGroup(each)));
    }
  }
}
