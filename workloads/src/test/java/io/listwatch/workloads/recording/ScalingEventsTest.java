package io.listwatch.workloads.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ScalingEventsTest {
  @Test
  void joinsStepsOfOneScaling() {
    List<JsonNode> steps =
        events(
            "Scaled down replica set web-a from 3 to 2",
            "Scaled down replica set web-a from 2 to 1",
            "Scaled up replica set web-b from 0 to 1");

    assertThat(ScalingEvents.joined(steps))
        .isEqualTo(
            ScalingEvents.joined(
                events(
                    "Scaled down replica set web-a from 3 to 1",
                    "Scaled up replica set web-b from 0 to 1")));
  }

  @Test
  void keepsOtherReplicasDirectionsAndReplicaSetsApart() {
    List<JsonNode> down = ScalingEvents.joined(events("Scaled down replica set web from 3 to 1"));

    assertThat(down)
        .isNotEqualTo(ScalingEvents.joined(events("Scaled down replica set web from 3 to 2")))
        .isNotEqualTo(ScalingEvents.joined(events("Scaled up replica set web from 1 to 3")))
        .isNotEqualTo(ScalingEvents.joined(events("Scaled down replica set other from 3 to 1")));
  }

  private static List<JsonNode> events(String... messages) {
    return Stream.of(messages)
        .<JsonNode>map(each -> JsonNodeFactory.instance.objectNode().put("message", each))
        .toList();
  }
}
