package io.listwatch.workloads.podgc;

import static io.listwatch.workloads.control.ControllerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.listwatch.time.ManualTimers;
import io.listwatch.workloads.control.ControllerFixture;
import io.listwatch.workloads.object.Types;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PodCollectorTest {
  private final ManualTimers timers = new ManualTimers();
  private final ControllerFixture cluster = new ControllerFixture(timers);

  @BeforeEach
  void createPodOnANode() throws InterruptedException {
    createNode();
    var pod =
        cluster.create(
            Types.PODS,
            """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},
            "spec":{"nodeName":"n","containers":[{"name":"web","image":"w"}]}}
            """);
    assertThat(pod.uid()).isNotEmpty();
    cluster.run("pod-garbage-collector", PodCollector::create);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void createNode() throws InterruptedException {
    var node =
        cluster.create(
            Types.NODES, "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\"}}");
    assertThat(node.uid()).isNotEmpty();
  }

  @Test
  void podOfAMissingNodeIsDeletedAfterTheQuarantine() throws InterruptedException {
    deleteNode();
    awaitQuarantine();
    timers.advance(Duration.ofSeconds(39));
    assertThat(cluster.list(Types.PODS)).hasSize(1);

    timers.advance(Duration.ofSeconds(2));

    eventually(() -> cluster.list(Types.PODS).isEmpty());
  }

  @Test
  void podOfANodeThatReturnsStays() throws InterruptedException {
    deleteNode();
    awaitQuarantine();
    createNode();

    timers.advance(Duration.ofMinutes(2));

    // A second pod, which is deleted, shows that the first one's turn has come and passed.
    var other =
        cluster.create(
            Types.PODS,
            """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"other"},
            "spec":{"nodeName":"elsewhere","containers":[{"name":"web","image":"w"}]}}
            """);
    assertThat(other.uid()).isNotEmpty();
    eventually(() -> timers.untilNext() != null);
    eventually(
        () -> {
          timers.advance(Duration.ofSeconds(41));
          return cluster.list(Types.PODS).size() == 1;
        });
    assertThat(cluster.get(Types.PODS, "web").terminating()).isFalse();
  }

  private void deleteNode() throws InterruptedException {
    var unused = cluster.resources(Types.NODES).delete("n");
  }

  /** Waits until the collector waits for the end of the quarantine. */
  private void awaitQuarantine() {
    eventually(
        () -> {
          Duration next = timers.untilNext();
          return next != null && next.compareTo(Duration.ofSeconds(39)) > 0;
        });
  }
}
