package io.listwatch.workloads.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FencepostsTest {
  @ParameterizedTest
  @CsvSource({
    // replicas, maxSurge, maxUnavailable, surge, unavailable
    "10, 25%, 25%, 3, 2",
    "4, 25%, 25%, 1, 1",
    "3, 25%, 25%, 1, 0",
    "2, 0, 1%, 0, 1",
    "1, 0, 1%, 0, 1",
    "10, 0, 0, 0, 1",
    "10, 100%, 0, 10, 0",
    "2, 0, 5, 0, 2",
    "0, 25%, 25%, 0, 0"
  })
  void resolvesPercentages(
      int replicas, String maxSurge, String maxUnavailable, int surge, int unavailable) {
    assertThat(Fenceposts.rolling(replicas, value(maxSurge), value(maxUnavailable)))
        .isEqualTo(new Fenceposts(replicas, surge, unavailable));
  }

  private static JsonNode value(String text) {
    return text.endsWith("%") ? new TextNode(text) : new IntNode(Integer.parseInt(text));
  }
}
