package io.listwatch.server.audit;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import java.util.List;
import java.util.Set;

/**
 * Selects the requests to record, and the level of each: the first rule that matches a request
 * applies. A request that no rule matches is not recorded.
 */
public final class AuditPolicy {
  private final List<AuditRule> rules;

  AuditPolicy(List<AuditRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /**
   * Returns the policy that records every request at level Metadata, except the stage
   * RequestReceived.
   */
  public static AuditPolicy metadata() {
    var decision =
        new AuditDecision(AuditLevel.METADATA, Set.of(AuditStage.REQUEST_RECEIVED), false);
    return new AuditPolicy(
        List.of(
            new AuditRule(
                decision, List.of(), List.of(), List.of(), List.of(), List.of(), List.of())));
  }

  /**
   * Reads a Policy of {@code audit.k8s.io/v1}.
   *
   * @param text YAML or JSON
   * @throws IllegalArgumentException if it is invalid; the message names the field
   */
  public static AuditPolicy parse(String text) {
    return new AuditPolicy(new AuditPolicyFile(text).rules());
  }

  AuditDecision decide(UserInfo caller, AccessRequest request) {
    for (AuditRule each : rules) {
      if (each.matches(caller, request)) {
        return each.decision();
      }
    }
    return AuditDecision.NONE;
  }
}
