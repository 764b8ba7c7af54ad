package io.listwatch.workloads.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Selectors;
import io.listwatch.workloads.object.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads Services and the pods that they select. */
final class ServiceReader {
  static final ResourceType SERVICES = ResourceType.namespaced("v1", "Service", "services");

  static final String TRIGGER_TIME = "endpoints.kubernetes.io/last-change-trigger-time";

  private static final String ZONE = "topology.kubernetes.io/zone";

  private final ControllerContext context;

  ServiceReader(ControllerContext context) {
    this.context = context;
  }

  /** True if the controllers, rather than a user, write the endpoints of a Service. */
  static boolean hasEndpoints(ApiObject service) {
    return service.spec().path("selector").isObject()
        && !service.spec().path("selector").isEmpty()
        && !service.spec().path("type").asText().equals("ExternalName");
  }

  static boolean headless(ApiObject service) {
    String address = service.spec().path("clusterIP").asText();
    return address.isEmpty() || address.equals("None");
  }

  static ServiceSpec spec(ApiObject service) {
    var ports = new ArrayList<ServiceSpec.Port>();
    for (JsonNode port : service.spec().path("ports")) {
      JsonNode target = port.path("targetPort");
      ports.add(
          new ServiceSpec.Port(
              port.path("name").asText(),
              port.path("protocol").asText("TCP"),
              (target.isMissingNode() ? port.path("port") : target).asText(),
              text(port.path("appProtocol"))));
    }
    return new ServiceSpec(
        service.namespace(),
        service.name(),
        headless(service),
        service.spec().path("publishNotReadyAddresses").asBoolean(),
        ports);
  }

  static @Nullable String text(JsonNode value) {
    return value.isTextual() ? value.asText() : null;
  }

  /** Returns the Services that select a pod. */
  List<ResourceKey> selecting(ApiObject pod) {
    return context.inNamespace(SERVICES, pod.namespace()).stream()
        .filter(ServiceReader::hasEndpoints)
        .filter(service -> selector(service).matches(pod.labels()))
        .map(ApiObject::key)
        .toList();
  }

  private static LabelSelector selector(ApiObject service) {
    return Selectors.ofLabels(ApiObject.strings(service.spec().path("selector")));
  }

  /** Returns the pods that a Service selects, by name. */
  List<EndpointPod> pods(ApiObject service) {
    return selected(service).stream().map(this::pod).toList();
  }

  List<ApiObject> selected(ApiObject service) {
    LabelSelector selector = selector(service);
    return context.inNamespace(Types.PODS, service.namespace()).stream()
        .filter(pod -> selector.matches(pod.labels()))
        .sorted(Comparator.comparing(ApiObject::name))
        .toList();
  }

  /** Sets or, for null, removes the annotation with the time of the change being written. */
  static void setTriggerTime(ObjectNode json, @Nullable Instant trigger) {
    ObjectNode annotations = json.withObject("/metadata").withObject("/annotations");
    annotations.remove(TRIGGER_TIME);
    if (trigger != null) {
      annotations.put(TRIGGER_TIME, trigger.toString());
    }
  }

  private EndpointPod pod(ApiObject pod) {
    String name = Pods.node(pod);
    Optional<ApiObject> node =
        name.isEmpty() ? Optional.empty() : context.get(Types.NODES, ResourceKey.of(name));
    return new EndpointPod(
        pod.namespace(),
        pod.name(),
        pod.uid(),
        addresses(pod),
        Pods.ready(pod),
        pod.terminating(),
        Pods.finished(pod),
        name.isEmpty() ? null : name,
        node.isPresent(),
        node.map(found -> found.labelMap().get(ZONE)).orElse(null),
        pod.spec().path("hostname").asText(),
        pod.spec().path("subdomain").asText(),
        ports(pod));
  }

  private static List<String> addresses(ApiObject pod) {
    var addresses = new ArrayList<String>();
    pod.status().path("podIPs").forEach(each -> addresses.add(each.path("ip").asText()));
    return addresses;
  }

  private static List<EndpointPod.ContainerPort> ports(ApiObject pod) {
    var ports = new ArrayList<EndpointPod.ContainerPort>();
    pod.spec().path("containers").forEach(container -> addPorts(container, ports));
    for (JsonNode container : pod.spec().path("initContainers")) {
      if (container.path("restartPolicy").asText().equals("Always")) {
        addPorts(container, ports);
      }
    }
    return ports;
  }

  private static void addPorts(JsonNode container, List<EndpointPod.ContainerPort> ports) {
    for (JsonNode port : container.path("ports")) {
      ports.add(
          new EndpointPod.ContainerPort(
              port.path("name").asText(),
              port.path("protocol").asText("TCP"),
              port.path("containerPort").asInt()));
    }
  }
}
