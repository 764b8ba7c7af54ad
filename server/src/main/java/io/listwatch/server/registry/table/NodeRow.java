package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.elements;
import static io.listwatch.server.registry.table.Trees.or;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The table row of a node: readiness, roles, versions and addresses. */
public final class NodeRow {
  private static final String ROLE_PREFIX = "node-role.kubernetes.io/";
  private static final String ROLE = "kubernetes.io/role";

  private NodeRow() {}

  public static List<Object> cells(JsonValue node, Instant now) {
    JsonValue info = node.path("status").path("nodeInfo");
    return List.of(
        Metadata.name(node),
        status(node),
        or(String.join(",", roles(node)), Placeholders.NONE),
        Metadata.age(node, now),
        text(info, "kubeletVersion"),
        address(node, "InternalIP"),
        address(node, "ExternalIP"),
        or(text(info, "osImage"), Placeholders.UNKNOWN),
        kernel(info),
        or(text(info, "containerRuntimeVersion"), Placeholders.UNKNOWN));
  }

  /** If there are several Ready conditions the last one counts, as in kube-apiserver. */
  private static String status(JsonValue node) {
    String ready = "Unknown";
    for (JsonValue each : node.path("status").path("conditions")) {
      if (text(each, "type").equals("Ready")) {
        ready = text(each, "status").equals("True") ? "Ready" : "NotReady";
      }
    }
    boolean disabled = node.path("spec").path("unschedulable").asBoolean();
    return disabled ? ready + ",SchedulingDisabled" : ready;
  }

  private static Set<String> roles(JsonValue node) {
    var roles = new TreeSet<String>();
    for (var label : node.path("metadata").path("labels").properties()) {
      if (label.getKey().startsWith(ROLE_PREFIX)) {
        roles.add(label.getKey().substring(ROLE_PREFIX.length()));
      } else if (label.getKey().equals(ROLE)) {
        roles.add(label.getValue().asText());
      }
    }
    roles.remove("");
    return roles;
  }

  private static String address(JsonValue node, String type) {
    return elements(node.path("status").path("addresses")).stream()
        .filter(each -> text(each, "type").equals(type))
        .findFirst()
        .map(each -> text(each, "address"))
        .orElse(Placeholders.NONE);
  }

  private static String kernel(JsonValue info) {
    String version = or(text(info, "kernelVersion"), Placeholders.UNKNOWN);
    String architecture = text(info, "architecture");
    return architecture.isEmpty() ? version : version + " (" + architecture + ")";
  }
}
