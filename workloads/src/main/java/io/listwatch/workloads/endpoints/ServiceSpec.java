package io.listwatch.workloads.endpoints;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The facts about a Service that the rules use. */
record ServiceSpec(
    String namespace, String name, boolean headless, boolean publishNotReady, List<Port> ports) {
  ServiceSpec {
    ports = List.copyOf(ports);
  }

  /**
   * A port of the Service.
   *
   * @param target the port of the pod: a number, or the name of a container port
   */
  record Port(String name, String protocol, String target, @Nullable String appProtocol) {}
}
