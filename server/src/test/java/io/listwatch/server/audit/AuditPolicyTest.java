package io.listwatch.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.listwatch.server.auth.AccessRequest;
import io.listwatch.server.auth.UserInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AuditPolicyTest {
  private static final UserInfo JANE = new UserInfo("jane", "", List.of("dev", "ops"));
  private static final AccessRequest POD = on("get", "", "pods", "", "default", "web");
  private static final AccessRequest LOG = on("get", "", "pods", "log", "default", "web");
  private static final AccessRequest LEASE =
      on("update", "coordination.k8s.io", "leases", "", "kube-system", "lock");
  private static final AccessRequest NODE = on("get", "", "nodes", "status", null, "n1");
  private static final AccessRequest PAGE =
      new AccessRequest(JANE, "get", "", "", "", "", null, null, "/healthz/ping");

  private static AccessRequest on(
      String verb,
      String group,
      String plural,
      String part,
      @Nullable String namespace,
      String name) {
    return new AccessRequest(JANE, verb, group, "v1", plural, part, namespace, name, "/api");
  }

  /** Columns: the fields of a rule, then the requests that match it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "users: [jane]                                             | pod log lease node page",
        "users: [john]                                             | ''",
        "userGroups: [ops]                                         | pod log lease node page",
        "userGroups: [others]                                      | ''",
        "verbs: [update]                                           | lease",
        "namespaces: [kube-system]                                 | lease",
        "namespaces: ['']                                          | node",
        "resources: [{resources: [pods]}]                          | pod",
        "resources: [{resources: [pods/log]}]                      | log",
        "resources: [{resources: ['pods/*']}]                      | pod log",
        "resources: [{resources: ['*/status']}]                    | node",
        "resources: [{resources: ['*']}]                           | pod log node",
        "resources: [{group: ''}]                                  | pod log node",
        "resources: [{group: '*'}]                                 | pod log lease node",
        "resources: [{group: coordination.k8s.io}]                 | lease",
        "resources: [{resources: [pods], resourceNames: [web]}]    | pod",
        "resources: [{resources: [pods], resourceNames: [db]}]     | ''",
        "nonResourceURLs: ['/healthz*']                            | page",
        "nonResourceURLs: ['/healthz']                             | ''",
        "nonResourceURLs: ['*']                                    | page",
      })
  void ruleMatchesRequestsByEachOfItsFields(String fields, String expected) {
    AuditPolicy policy = policy("- level: Metadata\n  " + fields);

    var matched = new StringBuilder();
    String[] names = {"pod", "log", "lease", "node", "page"};
    List<AccessRequest> all = List.of(POD, LOG, LEASE, NODE, PAGE);
    for (int i = 0; i < all.size(); i++) {
      if (policy.decide(JANE, all.get(i)).level() == AuditLevel.METADATA) {
        matched.append(matched.isEmpty() ? "" : " ").append(names[i]);
      }
    }

    assertThat(matched.toString()).isEqualTo(expected);
  }

  @Test
  void firstRuleThatMatchesDecides() {
    AuditPolicy policy =
        policy(
            """
            - level: None
              verbs: [get]
            - level: RequestResponse
              omitStages: [ResponseStarted]
              omitManagedFields: false
            omitStages: [RequestReceived]
            omitManagedFields: true
            """);

    AuditDecision decision = policy.decide(JANE, LEASE);
    assertThat(policy.decide(JANE, POD).level()).isEqualTo(AuditLevel.NONE);
    assertThat(decision.level()).isEqualTo(AuditLevel.REQUEST_RESPONSE);
    assertThat(decision.omitted())
        .containsExactlyInAnyOrder(AuditStage.REQUEST_RECEIVED, AuditStage.RESPONSE_STARTED);
    assertThat(decision.omitsManagedFields()).isFalse();
  }

  @Test
  void requestWithoutRuleIsNotRecorded() {
    AuditPolicy policy = policy("- level: Request\n  users: [john]");

    assertThat(policy.decide(JANE, POD).level()).isEqualTo(AuditLevel.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "verbs: [get]                                  | rules[0].level: Required value",
        "level: All                                    | rules[0].level: All (expected",
        "level: None~  nonResourceURLs: [healthz]     | must begin with a '/' character",
        "level: None~  nonResourceURLs: ['/a*b']      | must be the final character",
        "level: None~  omitStages: [Never]            | allowed stages are",
        "level: None~  resources: [{resourceNames: [a]}] | requires at least one resource",
        "level: None~  resources: [{group: apps/v1}]  | without its version",
        "level: None~  namespaces: [a]~  nonResourceURLs: [/b] | rules cannot apply to both",
      })
  void invalidRuleIsRejectedWithItsField(String rule, String expected) {
    String text = rule.replace("~", "\n");
    assertThatThrownBy(() -> policy("- " + text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void fileOfAnotherKindIsRejected() {
    assertThatThrownBy(() -> AuditPolicy.parse("{kind: Policy, apiVersion: v1, rules: []}"))
        .hasMessageContaining("expected: Policy of audit.k8s.io/v1");
  }

  private static AuditPolicy policy(String rules) {
    return AuditPolicy.parse("apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n" + rules);
  }
}
