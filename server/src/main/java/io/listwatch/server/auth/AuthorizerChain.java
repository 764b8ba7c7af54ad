package io.listwatch.server.auth;

import io.listwatch.server.auth.AccessRules.OnPaths;
import io.listwatch.server.auth.AccessRules.OnResources;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Asks authorizers in their order: the first opinion decides. Members of {@link UserInfo#MASTERS}
 * are allowed everything before any authorizer is asked.
 */
public final class AuthorizerChain implements Authorizer {
  private final List<Authorizer> authorizers;

  public AuthorizerChain(List<Authorizer> authorizers) {
    this.authorizers = List.copyOf(authorizers);
  }

  @Override
  public Decision authorize(AccessRequest request) {
    if (request.user().groups().contains(UserInfo.MASTERS)) {
      return Decision.ALLOWED;
    }
    String reasons = "";
    for (Authorizer each : authorizers) {
      Decision decision = each.authorize(request);
      if (decision.verdict() != Verdict.NO_OPINION) {
        return decision;
      }
      reasons = joined(reasons, decision.reason());
    }
    return Decision.noOpinion(reasons);
  }

  /** kube-apiserver puts each reason on a line of its own. */
  private static String joined(String reasons, String reason) {
    if (reasons.isEmpty()) {
      return reason;
    }
    return reason.isEmpty() ? reasons : reasons + "\n" + reason;
  }

  /** Returns the rules of all authorizers. The list has no rules for members of the group. */
  @Override
  public AccessRules rules(UserInfo user, String namespace) {
    var resources = new ArrayList<OnResources>();
    var paths = new ArrayList<OnPaths>();
    var problems = new ArrayList<String>();
    for (Authorizer each : authorizers) {
      AccessRules rules = each.rules(user, namespace);
      resources.addAll(rules.resources());
      paths.addAll(rules.paths());
      if (!rules.problem().isEmpty()) {
        problems.add(rules.problem());
      }
    }
    return new AccessRules(resources, paths, aggregate(problems));
  }

  /** Formats several errors as Go prints an aggregate. */
  private static String aggregate(List<String> problems) {
    List<String> different = problems.stream().distinct().toList();
    return different.size() < 2
        ? String.join("", different)
        : different.stream().collect(Collectors.joining(", ", "[", "]"));
  }
}
