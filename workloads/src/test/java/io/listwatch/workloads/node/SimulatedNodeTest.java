package io.listwatch.workloads.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class SimulatedNodeTest {
  /** Programs parse the version, and some refuse to start with one that they cannot read. */
  @Test
  void hasAVersionOfTheKubelet() {
    var node =
        new SimulatedNode(1, new InetSocketAddress(InetAddress.getLoopbackAddress(), 10_250));

    assertThat(node.status(Instant.EPOCH).at("/nodeInfo/kubeletVersion").asText())
        .matches("v1\\.36\\.\\d+");
  }
}
