package io.listwatch.server.auth.rbac;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.UserInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the permissions that a role or binding would grant although its author does not hold them.
 *
 * <p>Thread-safe.
 */
public final class EscalationCheck {
  private static final List<String> ALL = List.of(PolicyRule.ALL);
  private static final List<PolicyRule> EVERYTHING =
      List.of(
          new PolicyRule(ALL, ALL, ALL, List.of(), List.of()),
          new PolicyRule(ALL, List.of(), List.of(), List.of(), ALL));

  private final RbacPolicy policy;

  public EscalationCheck(RbacPolicy policy) {
    this.policy = policy;
  }

  /**
   * Returns kube-apiserver's message if a user does not hold all permissions of a role's rules.
   *
   * @param namespace of the role; null for a ClusterRole
   */
  public Optional<String> ofRules(UserInfo user, @Nullable String namespace, JsonValue rules) {
    return problem(user, namespace, PolicyRule.listOf(rules));
  }

  /** True if a user holds every permission in the cluster. */
  public boolean holdsEverything(UserInfo user) {
    return problem(user, null, EVERYTHING).isEmpty();
  }

  /** True if the role exists that a binding in the namespace refers to. */
  public boolean exists(JsonValue roleRef, @Nullable String namespace) {
    RoleKey role = RoleBinding.role(roleRef, namespace);
    return role != null && policy.rules(role) != null;
  }

  /**
   * Returns kube-apiserver's message if a user does not hold all permissions of the role that a
   * binding refers to.
   *
   * @param namespace of the binding; null for a ClusterRoleBinding
   */
  public Optional<String> ofBinding(UserInfo user, @Nullable String namespace, JsonValue roleRef) {
    RoleKey role = RoleBinding.role(roleRef, namespace);
    List<PolicyRule> rules = role == null ? null : policy.rules(role);
    return rules == null ? Optional.empty() : problem(user, namespace, rules);
  }

  private Optional<String> problem(
      UserInfo user, @Nullable String namespace, List<PolicyRule> granted) {
    List<PolicyRule> held = policy.rulesFor(user, namespace);
    List<PolicyRule> missing =
        granted.stream()
            .flatMap(each -> each.parts().stream())
            .filter(part -> held.stream().noneMatch(own -> own.covers(part)))
            .toList();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    var lines = new TreeSet<String>();
    compact(missing).forEach(each -> lines.add(each.toString()));
    String errors = RbacAuthorizer.errors(policy.missingRoles(user, namespace));
    return Optional.of(
        "user %s (groups=%s) is attempting to grant RBAC permissions not currently held:\n%s%s"
            .formatted(
                Quotation.of(user.name()),
                PolicyRule.quoted(user.groups()),
                String.join("\n", lines),
                errors.isEmpty() ? "" : "; resolution errors: [" + errors + "]"));
  }

  /** Joins the verbs of rules about the same resource. */
  private static List<PolicyRule> compact(List<PolicyRule> rules) {
    var compacted = new ArrayList<PolicyRule>();
    Map<PolicyRule, List<String>> verbs = new LinkedHashMap<>();
    for (PolicyRule each : rules) {
      if (each.isSimple()) {
        verbs
            .computeIfAbsent(withVerbs(each, List.of()), any -> new ArrayList<>())
            .addAll(each.verbs());
      } else {
        compacted.add(each);
      }
    }
    verbs.forEach((rule, all) -> compacted.add(withVerbs(rule, all.stream().distinct().toList())));
    return compacted;
  }

  private static PolicyRule withVerbs(PolicyRule rule, List<String> verbs) {
    return new PolicyRule(
        verbs, rule.apiGroups(), rule.resources(), rule.resourceNames(), rule.nonResourceUrls());
  }
}
