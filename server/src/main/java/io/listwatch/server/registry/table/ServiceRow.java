package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.elements;
import static io.listwatch.server.registry.table.Trees.or;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The table row of a service: cluster IP, external IPs and ports. */
public final class ServiceRow {
  private ServiceRow() {}

  public static List<Object> cells(JsonValue service, Instant now) {
    JsonValue spec = service.path("spec");
    return List.of(
        Metadata.name(service),
        text(spec, "type"),
        or(spec.path("clusterIPs").path(0).asText(), Placeholders.NONE),
        externalAddress(service),
        or(ports(spec.path("ports")), Placeholders.NONE),
        Metadata.age(service, now),
        Selectors.labels(spec.path("selector")));
  }

  private static String externalAddress(JsonValue service) {
    JsonValue spec = service.path("spec");
    var addresses = new ArrayList<String>();
    spec.path("externalIPs").forEach(each -> addresses.add(each.asText()));
    return switch (text(spec, "type")) {
      case "ClusterIP", "NodePort" -> or(String.join(",", addresses), Placeholders.NONE);
      case "LoadBalancer" -> {
        addresses.addAll(0, balancers(service));
        yield or(String.join(",", addresses), "<pending>");
      }
      case "ExternalName" -> text(spec, "externalName");
      default -> Placeholders.UNKNOWN;
    };
  }

  /** Returns the IPs, else the hostnames, of the load balancers in the status. */
  static Set<String> balancers(JsonValue object) {
    var found = new TreeSet<String>();
    for (JsonValue each : object.path("status").path("loadBalancer").path("ingress")) {
      found.add(or(text(each, "ip"), text(each, "hostname")));
    }
    found.remove("");
    return found;
  }

  private static String ports(JsonValue ports) {
    return elements(ports).stream().map(ServiceRow::port).collect(Collectors.joining(","));
  }

  private static String port(JsonValue port) {
    int onNode = port.path("nodePort").asInt();
    return text(port, "port") + (onNode > 0 ? ":" + onNode : "") + "/" + text(port, "protocol");
  }
}
