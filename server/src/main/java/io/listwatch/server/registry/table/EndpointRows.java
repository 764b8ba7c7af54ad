package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.elements;
import static io.listwatch.server.registry.table.Trees.or;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The table rows of Endpoints and EndpointSlices: the first few addresses and ports. */
public final class EndpointRows {
  private static final int SHOWN = 3;

  private EndpointRows() {}

  public static List<Object> endpoints(JsonValue endpoints, Instant now) {
    return List.of(Metadata.name(endpoints), addresses(endpoints), Metadata.age(endpoints, now));
  }

  private static String addresses(JsonValue endpoints) {
    if (endpoints.path("subsets").isEmpty()) {
      return Placeholders.NONE;
    }
    var all = new ArrayList<String>();
    for (JsonValue subset : endpoints.path("subsets")) {
      JsonValue addresses = subset.path("addresses");
      if (subset.path("ports").isEmpty()) {
        addresses.forEach(each -> all.add(text(each, "ip")));
      }
      for (JsonValue port : subset.path("ports")) {
        addresses.forEach(each -> all.add(withPort(text(each, "ip"), text(port, "port"))));
      }
    }
    return Placeholders.some(all, SHOWN);
  }

  private static String withPort(String address, String port) {
    return address.contains(":") ? "[" + address + "]:" + port : address + ":" + port;
  }

  public static List<Object> slice(JsonValue slice, Instant now) {
    List<String> ports = elements(slice.path("ports")).stream().map(EndpointRows::port).toList();
    List<String> addresses =
        elements(slice.path("endpoints")).stream()
            .flatMap(each -> elements(each.path("addresses")).stream())
            .map(JsonValue::asText)
            .toList();
    return List.of(
        Metadata.name(slice),
        text(slice, "addressType"),
        or(Placeholders.some(ports, SHOWN), Placeholders.UNSET),
        or(Placeholders.some(addresses, SHOWN), Placeholders.UNSET),
        Metadata.age(slice, now));
  }

  private static String port(JsonValue port) {
    if (port.hasNonNull("port")) {
      return text(port, "port");
    }
    return port.hasNonNull("name") ? text(port, "name") : "*";
  }
}
