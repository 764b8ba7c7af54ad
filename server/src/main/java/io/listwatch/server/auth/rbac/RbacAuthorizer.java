package io.listwatch.server.auth.rbac;

import io.listwatch.selector.Quotation;
import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.AccessRules;
import io.listwatch.server.auth.AccessRules.OnPaths;
import io.listwatch.server.auth.AccessRules.OnResources;
import io.listwatch.server.auth.Authorizer;
import io.listwatch.server.auth.UserInfo;
import io.listwatch.server.auth.rbac.Grants.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Authorizes requests with roles and bindings, and with kube-apiserver's reasons. Until the roles
 * are loaded, nothing is allowed.
 */
public final class RbacAuthorizer implements Authorizer {
  private static final Decision DENIED = Decision.noOpinion("");

  private final RbacPolicy policy;
  private final BooleanSupplier loaded;

  public RbacAuthorizer(RbacPolicy policy, BooleanSupplier loaded) {
    this.policy = policy;
    this.loaded = loaded;
  }

  @Override
  public Decision authorize(AccessRequest request) {
    if (!loaded.getAsBoolean()) {
      return Decision.noOpinion("RBAC: roles and bindings are not loaded yet");
    }
    RbacPolicy.Outcome outcome = policy.decide(request);
    Grant grant = outcome.grant();
    return grant == null ? denied(outcome.missing()) : grant.decision();
  }

  @Override
  public AccessRules rules(UserInfo user, String namespace) {
    var resources = new ArrayList<OnResources>();
    var paths = new ArrayList<OnPaths>();
    for (PolicyRule each : policy.rulesFor(user, namespace)) {
      if (!each.resources().isEmpty()) {
        resources.add(
            new OnResources(
                each.verbs(), each.apiGroups(), each.resources(), each.resourceNames()));
      }
      if (!each.nonResourceUrls().isEmpty()) {
        paths.add(new OnPaths(each.verbs(), each.nonResourceUrls()));
      }
    }
    return new AccessRules(resources, paths, errors(policy.missingRoles(user, namespace)));
  }

  private static Decision denied(Set<RoleKey> missing) {
    return missing.isEmpty() ? DENIED : Decision.noOpinion("RBAC: " + errors(missing));
  }

  /** Formats the missing roles as Go prints an aggregate of errors. */
  static String errors(Set<RoleKey> missing) {
    List<String> messages = missing.stream().map(RbacAuthorizer::notFound).distinct().toList();
    return messages.size() < 2
        ? String.join("", messages)
        : messages.stream().collect(Collectors.joining(", ", "[", "]"));
  }

  static String notFound(RoleKey role) {
    return "%s.rbac.authorization.k8s.io %s not found"
        .formatted(role.namespace() == null ? "clusterrole" : "role", Quotation.of(role.name()));
  }
}
