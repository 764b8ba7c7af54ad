package io.listwatch.workloads.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.object.ApiObject;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The objects of one simulated node.
 *
 * @param number from 1
 * @param kubelet the address on which the node's kubelet listens
 */
record SimulatedNode(int number, InetSocketAddress kubelet) {
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  /** The version in the node's status. Programs parse it and compare it with the server's. */
  private static final String KUBELET = "v1.36.4";

  /** The seconds after which others consider the node gone, as the kubelet writes them. */
  private static final int LEASE_SECONDS = 40;

  String name() {
    return "node-" + number;
  }

  String address() {
    return kubelet.getAddress().getHostAddress();
  }

  /** True if a node's status has the current address of the kubelet. */
  boolean reachable(ApiObject node) {
    JsonNode status = node.status();
    return status.at("/daemonEndpoints/kubeletEndpoint/Port").asInt() == kubelet.getPort()
        && status.at("/addresses/0/address").asText().equals(address());
  }

  ApiObject node() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("apiVersion", "v1").put("kind", "Node");
    node.putObject("metadata")
        .put("name", name())
        .putObject("labels")
        .put("kubernetes.io/hostname", name())
        .put("kubernetes.io/os", "linux")
        .put("kubernetes.io/arch", "amd64");
    return ApiObject.of(node);
  }

  ObjectNode status(Instant now) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    putResources(status.putObject("capacity"));
    putResources(status.putObject("allocatable"));
    // No address of the type Hostname: kube-apiserver would prefer it, and look the name up.
    status.putArray("addresses").addObject().put("type", "InternalIP").put("address", address());
    status.putObject("daemonEndpoints").putObject("kubeletEndpoint").put("Port", kubelet.getPort());
    ArrayNode conditions = status.putArray("conditions");
    putCondition(conditions, "MemoryPressure", "False", "KubeletHasSufficientMemory", now);
    putCondition(conditions, "DiskPressure", "False", "KubeletHasNoDiskPressure", now);
    putCondition(conditions, "PIDPressure", "False", "KubeletHasSufficientPID", now);
    putCondition(conditions, "Ready", "True", "KubeletReady", now);
    status
        .putObject("nodeInfo")
        .put("machineID", "")
        .put("systemUUID", "")
        .put("bootID", "")
        .put("kernelVersion", "")
        .put("osImage", "simulated by Listwatch")
        .put("containerRuntimeVersion", "listwatch://0")
        .put("kubeletVersion", KUBELET)
        .put("kubeProxyVersion", "")
        .put("operatingSystem", "linux")
        .put("architecture", "amd64");
    return status;
  }

  private static void putResources(ObjectNode resources) {
    resources
        .put("cpu", "32")
        .put("memory", "256Gi")
        .put("ephemeral-storage", "1Ti")
        .put("pods", "110");
  }

  private static void putCondition(
      ArrayNode conditions, String type, String status, String reason, Instant now) {
    String time = ApiObject.timestamp(now);
    conditions
        .addObject()
        .put("type", type)
        .put("status", status)
        .put("lastHeartbeatTime", time)
        .put("lastTransitionTime", time)
        .put("reason", reason)
        .put("message", "simulated");
  }

  ApiObject lease(Instant now) {
    ObjectNode lease = JsonNodeFactory.instance.objectNode();
    lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
    lease.putObject("metadata").put("name", name()).put("namespace", "kube-node-lease");
    lease
        .putObject("spec")
        .put("holderIdentity", name())
        .put("leaseDurationSeconds", LEASE_SECONDS)
        .put("renewTime", MICROSECONDS.format(now));
    return ApiObject.of(lease);
  }
}
