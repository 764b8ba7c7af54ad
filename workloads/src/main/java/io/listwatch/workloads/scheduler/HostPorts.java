package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import java.util.ArrayList;
import java.util.List;

/** The host ports of pods, which must not conflict on a node. */
final class HostPorts {
  private static final String EVERY_ADDRESS = "0.0.0.0";

  private HostPorts() {}

  record Port(String address, String protocol, int number) {
    private boolean conflictsWith(Port other) {
      boolean sameAddress =
          address.equals(other.address)
              || address.equals(EVERY_ADDRESS)
              || other.address.equals(EVERY_ADDRESS);
      return number == other.number && protocol.equals(other.protocol) && sameAddress;
    }
  }

  /** True if a pod of the node uses one of the ports. */
  static boolean conflict(List<Port> needed, NodeState node) {
    return !needed.isEmpty()
        && node.pods().stream()
            .flatMap(other -> other.ports().stream())
            .anyMatch(used -> needed.stream().anyMatch(used::conflictsWith));
  }

  static List<Port> of(ApiObject pod) {
    var ports = new ArrayList<Port>();
    for (JsonNode container : pod.spec().path("containers")) {
      for (JsonNode port : container.path("ports")) {
        if (port.path("hostPort").asInt() > 0) {
          String address = port.path("hostIP").asText();
          ports.add(
              new Port(
                  address.isEmpty() ? EVERY_ADDRESS : address,
                  port.path("protocol").asText("TCP"),
                  port.path("hostPort").asInt()));
        }
      }
    }
    return ports;
  }
}
