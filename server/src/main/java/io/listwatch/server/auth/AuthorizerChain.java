package io.listwatch.server.auth;

import io.listwatch.server.auth.AccessRules.OnPaths;
import io.listwatch.server.auth.AccessRules.OnResources;
import io.listwatch.server.webhook.TraceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Asks authorizers in their order: the first one that has an opinion decides. Members of {@link
 * UserInfo#MASTERS} are allowed everything before any authorizer is asked.
 */
public final class AuthorizerChain implements Authorizer {
  private static final Decision NONE = Decision.noOpinion("");

  private final List<Authorizer> authorizers;

  public AuthorizerChain(List<Authorizer> authorizers) {
    this.authorizers = List.copyOf(authorizers);
  }

  @Override
  public Decision authorize(AccessRequest request) {
    if (request.user().groups().contains(UserInfo.MASTERS)) {
      return Decision.ALLOWED;
    }
    Decision all = NONE;
    for (Authorizer each : authorizers) {
      Decision decision = each.authorize(request);
      if (decision.verdict() != Verdict.NO_OPINION) {
        return decision;
      }
      all = joined(all, decision);
    }
    return all;
  }

  @Override
  public boolean waits() {
    return authorizers.stream().anyMatch(Authorizer::waits);
  }

  @Override
  public CompletionStage<Decision> decide(AccessRequest request) {
    return request.user().groups().contains(UserInfo.MASTERS)
        ? CompletableFuture.completedFuture(Decision.ALLOWED)
        : decide(request, 0, NONE, TraceContext.current());
  }

  /** Asks the authorizers from an index on, until one has an opinion. */
  private CompletionStage<Decision> decide(
      AccessRequest request, int index, Decision before, TraceContext trace) {
    if (index == authorizers.size()) {
      return CompletableFuture.completedFuture(before);
    }
    return trace
        .during(() -> authorizers.get(index).decide(request))
        .thenCompose(
            decision ->
                decision.verdict() == Verdict.NO_OPINION
                    ? decide(request, index + 1, joined(before, decision), trace)
                    : CompletableFuture.completedFuture(decision));
  }

  private static Decision joined(Decision all, Decision next) {
    return new Decision(
        Verdict.NO_OPINION,
        joined(all.reason(), next.reason()),
        joined(all.failure(), next.failure()));
  }

  /** kube-apiserver puts each reason on a line of its own. */
  private static String joined(String reasons, String reason) {
    if (reasons.isEmpty()) {
      return reason;
    }
    return reason.isEmpty() ? reasons : reasons + "\n" + reason;
  }

  /**
   * Returns the rules of all authorizers. They do not include the right of {@link UserInfo#MASTERS}
   * to do everything.
   */
  @Override
  public AccessRules rules(UserInfo user, String namespace) {
    var resources = new ArrayList<OnResources>();
    var paths = new ArrayList<OnPaths>();
    var problems = new ArrayList<String>();
    boolean incomplete = false;
    for (Authorizer each : authorizers) {
      AccessRules rules = each.rules(user, namespace);
      resources.addAll(rules.resources());
      paths.addAll(rules.paths());
      incomplete |= rules.incomplete();
      if (!rules.problem().isEmpty()) {
        problems.add(rules.problem());
      }
    }
    return new AccessRules(resources, paths, aggregate(problems), incomplete);
  }

  /** Formats several errors as Go prints an aggregate. */
  private static String aggregate(List<String> problems) {
    List<String> different = problems.stream().distinct().toList();
    return different.size() < 2
        ? String.join("", different)
        : different.stream().collect(Collectors.joining(", ", "[", "]"));
  }
}
