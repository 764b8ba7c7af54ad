package io.listwatch.server.registry.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.server.registry.verbs.ObjectsUnderTest;
import io.listwatch.server.registry.verbs.VerbsFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NodeStrategyTest {
  private static final String NOT_READY =
      "{'key':'node.kubernetes.io/not-ready','effect':'NoSchedule'}";

  private final VerbsFixture fixture = new VerbsFixture();
  private final ObjectsUnderTest nodes = new ObjectsUnderTest(fixture, "", "nodes");

  @AfterEach
  void close() {
    fixture.close();
  }

  private static String node(String taints) {
    return "{'metadata':{'name':'n'},'spec':{'taints':[%s]}}".formatted(taints);
  }

  @Test
  void aNewNodeIsNotReady() {
    assertThat(nodes.create("{'metadata':{'name':'n'}}").at("/spec/taints"))
        .containsExactly(ObjectsUnderTest.tree(NOT_READY));
  }

  @Test
  void itsOwnTaintsStay() {
    String own = "{'key':'node.kubernetes.io/not-ready','effect':'NoExecute'}";

    assertThat(nodes.create(node(own)).at("/spec/taints"))
        .containsExactly(ObjectsUnderTest.tree(own), ObjectsUnderTest.tree(NOT_READY));
  }

  @Test
  void whatItSaysAlreadyIsNotRepeated() {
    assertThat(nodes.create(node(NOT_READY)).at("/spec/taints")).hasSize(1);
  }

  @Test
  void whoeverSaysThatItIsReadyIsBelieved() {
    nodes.create(node(""));

    nodes.merge("n", "{'spec':{'taints':null}}");

    assertThat(nodes.get("n").path("spec").has("taints")).isFalse();
  }
}
