package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NodeStrategyTest {
  private static final String NOT_READY =
      "{'key':'node.kubernetes.io/not-ready','effect':'NoSchedule'}";

  private final VerbsFixture fixture = VerbsFixture.withDefaults();
  private final ObjectsUnderTest nodes = new ObjectsUnderTest(fixture, "", "nodes");

  @AfterEach
  void close() {
    fixture.close();
  }

  private static String node(String taints) {
    return "{'metadata':{'name':'n'},'spec':{'taints':[%s]}}".formatted(taints);
  }

  @Test
  void newNodeGetsNotReadyTaint() {
    assertThat(nodes.create("{'metadata':{'name':'n'}}").at("/spec/taints"))
        .containsExactly(ObjectsUnderTest.tree(NOT_READY));
  }

  @Test
  void newNodeKeepsItsOwnTaints() {
    String own = "{'key':'node.kubernetes.io/not-ready','effect':'NoExecute'}";

    assertThat(nodes.create(node(own)).at("/spec/taints"))
        .containsExactly(ObjectsUnderTest.tree(own), ObjectsUnderTest.tree(NOT_READY));
  }

  @Test
  void notReadyTaintIsNotDuplicated() {
    assertThat(nodes.create(node(NOT_READY)).at("/spec/taints")).hasSize(1);
  }

  @Test
  void updateMayRemoveNotReadyTaint() {
    nodes.create(node(""));

    nodes.merge("n", "{'spec':{'taints':null}}");

    assertThat(nodes.get("n").path("spec").has("taints")).isFalse();
  }

  @Test
  void newNodeKeepsItsStatus() {
    String reported =
        "{'metadata':{'name':'n'},'status':{'capacity':{'cpu':'4'},"
            + "'conditions':[{'type':'Ready','status':'True'}]}}";

    JsonValue node = nodes.create(reported);

    assertThat(node.at("/status/conditions/0/status").asText()).isEqualTo("True");
    assertThat(node.at("/status/allocatable/cpu").asText()).isEqualTo("4");
  }

  @Test
  void updateDoesNotChangeStatus() {
    nodes.create("{'metadata':{'name':'n'},'status':{'capacity':{'cpu':'4'}}}");

    nodes.merge("n", "{'status':{'capacity':{'cpu':'8'}}}");

    assertThat(nodes.get("n").at("/status/capacity/cpu").asText()).isEqualTo("4");
  }

  @Test
  void podCidrAndPodCidrsAreKeptInSync() {
    JsonValue alone = nodes.create("{'metadata':{'name':'a'},'spec':{'podCIDR':'10.0.0.0/24'}}");
    JsonValue listed =
        nodes.create("{'metadata':{'name':'b'},'spec':{'podCIDRs':['10.0.1.0/24']}}");

    assertThat(alone.at("/spec/podCIDRs")).hasToString("[\"10.0.0.0/24\"]");
    assertThat(listed.at("/spec/podCIDR").asText()).isEqualTo("10.0.1.0/24");
  }
}
