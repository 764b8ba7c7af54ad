package io.listwatch.server.auth.rbac;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.rbac.Grants.Grant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Searches the grants of one request's user for one that allows the request. */
final class GrantSearch {
  private final AccessRequest request;
  private final Function<RoleKey, @Nullable List<PolicyRule>> roles;
  private final long version;

  /** The resource as rules name it, with its subresource. */
  private final String resource;

  private Set<RoleKey> missing = Set.of();

  /**
   * @param roles returns the rules of a role, or null if it does not exist
   * @param version changes whenever a role does
   */
  GrantSearch(
      AccessRequest request, Function<RoleKey, @Nullable List<PolicyRule>> roles, long version) {
    this.request = request;
    this.roles = roles;
    this.version = version;
    this.resource =
        request.subresource().isEmpty()
            ? request.resource()
            : request.resource() + "/" + request.subresource();
  }

  /** Returns the first grant that allows the request; null if there is none. */
  @Nullable Grant in(@Nullable ScopeGrants scope) {
    if (scope == null) {
      return null;
    }
    Grant found = of(scope.ofUser(request.user().name()));
    List<String> groups = request.user().groups();
    for (int i = 0; found == null && i < groups.size(); i++) {
      found = of(scope.ofGroup(groups.get(i)));
    }
    return found;
  }

  private @Nullable Grant of(Grants grants) {
    if (grants.isEmpty()) {
      return null;
    }
    RuleIndex rules = grants.index(roles, version);
    if (!rules.missing().isEmpty()) {
      missing = missing.isEmpty() ? new LinkedHashSet<>() : missing;
      missing.addAll(rules.missing());
    }
    return rules.allowing(request, resource);
  }

  /** Returns the granted roles that do not exist, of the grants that were searched. */
  Set<RoleKey> missing() {
    return missing;
  }
}
