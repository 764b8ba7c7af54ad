package io.listwatch.server.auth.rbac;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.rbac.Grants.Grant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the roles that one user or group is granted, by resource, spelled as in the rules;
 * rules about non-resource URLs are separate.
 *
 * <p>Only the first grant of a rule that several roles share is in the index, because the first
 * grant that allows a request decides it.
 *
 * <p>Immutable.
 */
final class RuleIndex {
  private static final String ANY_RESOURCE = "*/";

  private final long version;

  /** The first rule about each resource. A linked list takes less memory than an array would. */
  private final Map<String, GrantedRule> byResource = new HashMap<>();

  private final @Nullable GrantedRule onUrls;
  private final List<RoleKey> missing;
  private final @Nullable GrantedRule onAll;
  private final boolean namesSubresourcesOfAny;

  /**
   * @param next the next rule about the same resource; null if this is the last one
   */
  private record GrantedRule(PolicyRule rule, Grant grant, @Nullable GrantedRule next) {}

  /**
   * @param roles returns the rules of a role, or null if it does not exist
   * @param version changes whenever a role does
   */
  RuleIndex(List<Grant> grants, Function<RoleKey, @Nullable List<PolicyRule>> roles, long version) {
    this.version = version;
    var absent = new ArrayList<RoleKey>(0);
    var rules = new ArrayList<PolicyRule>();
    var granted = new ArrayList<Grant>();
    Set<PolicyRule> known = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Grant grant : grants) {
      List<PolicyRule> found = roles.apply(grant.role());
      if (found == null) {
        absent.add(grant.role());
        continue;
      }
      for (PolicyRule rule : found) {
        if (known.add(rule)) {
          rules.add(rule);
          granted.add(grant);
        }
      }
    }
    missing = List.copyOf(absent);
    onUrls = link(rules, granted);
    onAll = byResource.get(PolicyRule.ALL);
    namesSubresourcesOfAny =
        byResource.keySet().stream().anyMatch(each -> each.startsWith(ANY_RESOURCE));
  }

  /** Links the rules, from the last to the first. Returns the first one about non-resource URLs. */
  private @Nullable GrantedRule link(List<PolicyRule> rules, List<Grant> grants) {
    GrantedRule urls = null;
    for (int i = rules.size() - 1; i >= 0; i--) {
      PolicyRule rule = rules.get(i);
      for (String resource : rule.resources()) {
        byResource.put(resource, new GrantedRule(rule, grants.get(i), byResource.get(resource)));
      }
      if (!rule.nonResourceUrls().isEmpty()) {
        urls = new GrantedRule(rule, grants.get(i), urls);
      }
    }
    return urls;
  }

  /** Returns the version of the roles from which this was built. */
  long version() {
    return version;
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
    for (GrantedRule each = onUrls; each != null; each = each.next()) {
      if (each.rule().allows(request)) {
        return each.grant();
      }
    }
    return null;
  }

  /** Searches rules that name the resource. */
  private static @Nullable Grant first(@Nullable GrantedRule rules, AccessRequest request) {
    for (GrantedRule each = rules; each != null; each = each.next()) {
      if (each.rule().allowsOnItsResources(request)) {
        return each.grant();
      }
    }
    return null;
  }
}
