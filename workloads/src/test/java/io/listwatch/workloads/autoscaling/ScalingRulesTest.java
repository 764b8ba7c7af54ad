package io.listwatch.workloads.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScalingRulesTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource({
    // Current, proposed, replicas, reason; between 1 and 10.
    "1, 3, 3, DesiredWithinRange",
    "1, 9, 4, ScaleUpLimit",
    "3, 9, 6, ScaleUpLimit",
    "6, 40, 10, TooManyReplicas",
    "5, 0, 1, TooFewReplicas",
  })
  void limitsWithoutBehavior(int current, int proposed, int replicas, String reason) {
    var rules = new ScalingRules(MissingNode.getInstance(), 1, 10);

    ScalingRules.Decision decision = rules.decide(current, proposed, ScaleHistory.NONE, NOW);

    assertThat(decision.replicas()).isEqualTo(replicas);
    assertThat(decision.reason()).isEqualTo(reason);
    assertThat(decision.limited()).isEqualTo(replicas != proposed);
  }

  @Test
  void scalesDownToTheHighestProposalOfFiveMinutes() {
    var rules = new ScalingRules(MissingNode.getInstance(), 1, 10);
    ScaleHistory history =
        ScaleHistory.NONE
            .withProposal(9, NOW.minusSeconds(301))
            .withProposal(6, NOW.minusSeconds(200));

    ScalingRules.Decision decision = rules.decide(8, 2, history, NOW);

    assertThat(decision.replicas()).isEqualTo(6);
    assertThat(decision.stabilized()).isEqualTo("ScaleDownStabilized");
  }

  @Test
  void policiesCountEarlierChangesOfTheirPeriod() {
    var rules =
        new ScalingRules(
            json(
                """
                {"scaleUp":{"stabilizationWindowSeconds":0,"selectPolicy":"Max","policies":\
                [{"type":"Pods","value":4,"periodSeconds":60},\
                {"type":"Percent","value":50,"periodSeconds":60}]},\
                "scaleDown":{"selectPolicy":"Disabled"}}\
                """),
            1,
            100);
    ScaleHistory history = ScaleHistory.NONE.withChange(3, NOW.minusSeconds(30));

    // 7 replicas at the start of the minute: 4 more, or half more.
    assertThat(rules.decide(10, 50, history, NOW).replicas()).isEqualTo(11);
    assertThat(rules.decide(10, 50, ScaleHistory.NONE, NOW).replicas()).isEqualTo(15);
    assertThat(rules.decide(10, 1, ScaleHistory.NONE, NOW).replicas()).isEqualTo(10);
  }

  @Test
  void historyDropsEntriesThatNoWindowReaches() {
    ScaleHistory history = ScaleHistory.NONE;
    for (int i = 0; i < 5000; i++) {
      history = history.withProposal(i, NOW.plusSeconds(i));
    }

    assertThat(history.proposed()).hasSizeLessThanOrEqualTo(1000);
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(text, malformed);
    }
  }
}
