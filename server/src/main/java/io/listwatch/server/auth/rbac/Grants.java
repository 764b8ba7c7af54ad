package io.listwatch.server.auth.rbac;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.Authorizer.Decision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All grants to one user or group, either cluster-wide or in one namespace.
 *
 * <p>Decisions use an index from resource to rules. The first decision builds it, and it is valid
 * until any role changes. The cost depends on the number of rules about the requested resource, not
 * on the number of bindings.
 *
 * <p>Immutable except for the index, which any thread may build.
 */
final class Grants {
  static final Grants NONE = new Grants(List.of());

  private final List<Grant> grants;
  private volatile @Nullable RuleIndex index;

  Grants(List<Grant> grants) {
    this.grants = List.copyOf(grants);
  }

  boolean isEmpty() {
    return grants.isEmpty();
  }

  Grants with(Grant added) {
    var more = new ArrayList<>(grants);
    more.add(added);
    return new Grants(more);
  }

  Grants without(RoleBinding binding) {
    return new Grants(
        grants.stream().filter(each -> !each.binding().key().equals(binding.key())).toList());
  }

  List<Grant> list() {
    return grants;
  }

  /**
   * Returns the rules of the granted roles.
   *
   * @param roles returns the rules of a role, or null if it does not exist
   * @param version changes whenever a role does
   */
  RuleIndex index(Function<RoleKey, @Nullable List<PolicyRule>> roles, long version) {
    RuleIndex current = index;
    if (current == null || current.version != version) {
      current = new RuleIndex(grants, roles, version);
      index = current;
    }
    return current;
  }

  /** A role that a binding grants to a subject. Any thread may use it. */
  static final class Grant {
    private final RoleBinding binding;
    private final RoleKey role;
    private final Subject subject;

    /** Cached, because formatting its reason takes longer than making the decision. */
    private @Nullable Decision decision;

    Grant(RoleBinding binding, RoleKey role, Subject subject) {
      this.binding = binding;
      this.role = role;
      this.subject = subject;
    }

    RoleBinding binding() {
      return binding;
    }

    RoleKey role() {
      return role;
    }

    Subject subject() {
      return subject;
    }

    /** Returns the decision about the requests that this grant allows. */
    Decision decision() {
      Decision known = decision;
      if (known == null) {
        known = Decision.allowed("RBAC: allowed by " + binding.describe(role, subject));
        decision = known;
      }
      return known;
    }
  }

  private record GrantedRule(PolicyRule rule, Grant grant) {}

  /** The rules by resource, spelled as in the rules; rules about non-resource URLs are separate. */
  static final class RuleIndex {
    private static final String ANY_RESOURCE = "*/";

    private final long version;
    private final Map<String, List<GrantedRule>> byResource = new HashMap<>();
    private final List<GrantedRule> onUrls = new ArrayList<>();
    private final List<RoleKey> missing = new ArrayList<>();
    private final @Nullable List<GrantedRule> onAll;
    private final boolean namesSubresourcesOfAny;

    private RuleIndex(
        List<Grant> grants, Function<RoleKey, @Nullable List<PolicyRule>> roles, long version) {
      this.version = version;
      for (Grant grant : grants) {
        List<PolicyRule> rules = roles.apply(grant.role());
        if (rules == null) {
          missing.add(grant.role());
        } else {
          rules.forEach(rule -> add(new GrantedRule(rule, grant)));
        }
      }
      byResource.replaceAll((resource, granted) -> List.copyOf(granted));
      onAll = byResource.get(PolicyRule.ALL);
      namesSubresourcesOfAny =
          byResource.keySet().stream().anyMatch(each -> each.startsWith(ANY_RESOURCE));
    }

    private void add(GrantedRule granted) {
      for (String resource : granted.rule().resources()) {
        byResource.computeIfAbsent(resource, any -> new ArrayList<>()).add(granted);
      }
      if (!granted.rule().nonResourceUrls().isEmpty()) {
        onUrls.add(granted);
      }
    }

    /** Returns the granted roles that do not exist. */
    List<RoleKey> missing() {
      return missing;
    }

    /**
     * Returns the grant that allows the request; null if there is none.
     *
     * @param resource with its subresource, as rules name it
     */
    @Nullable Grant allowing(AccessRequest request, String resource) {
      if (!request.aboutResource()) {
        return onUrl(request);
      }
      Grant found = first(onAll, request);
      if (found == null) {
        found = first(byResource.get(resource), request);
      }
      if (found == null && namesSubresourcesOfAny && !request.subresource().isEmpty()) {
        found = first(byResource.get(ANY_RESOURCE + request.subresource()), request);
      }
      return found;
    }

    private @Nullable Grant onUrl(AccessRequest request) {
      for (GrantedRule each : onUrls) {
        if (each.rule().allows(request)) {
          return each.grant();
        }
      }
      return null;
    }

    /** Searches rules that name the resource. */
    private static @Nullable Grant first(@Nullable List<GrantedRule> rules, AccessRequest request) {
      if (rules != null) {
        for (int i = 0; i < rules.size(); i++) {
          GrantedRule each = rules.get(i);
          if (each.rule().allowsOnItsResources(request)) {
            return each.grant();
          }
        }
      }
      return null;
    }
  }
}
