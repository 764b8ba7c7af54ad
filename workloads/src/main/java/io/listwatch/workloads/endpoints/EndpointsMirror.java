package io.listwatch.workloads.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.OwnerReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Mirrors the Endpoints that users write, for Services without a selector, into EndpointSlices.
 * There is one slice for each address family and list of ports.
 */
public final class EndpointsMirror implements Reconciler<ResourceKey> {
  /** The maximum number of addresses of a subset that are mirrored. */
  private static final int MAX_ADDRESSES = 1000;

  private static final String MANAGER = "endpointslicemirroring-controller.k8s.io";
  private static final String SKIP = "endpointslice.kubernetes.io/skip-mirror";
  private static final String LEADER = "control-plane.alpha.kubernetes.io/leader";
  private static final List<String> PRIVATE_ANNOTATIONS =
      List.of(ServiceReader.TRIGGER_TIME, "kubectl.kubernetes.io/last-applied-configuration");

  private final ControllerContext context;

  private EndpointsMirror(ControllerContext context) {
    this.context = context;
  }

  public static Controller<?> create(ControllerContext context) {
    return context
        .controller(new EndpointsMirror(context))
        .watching(context.informer(EndpointsController.ENDPOINTS), View::key)
        .watching(context.informer(ServiceReader.SERVICES), View::key)
        .watchingMany(
            context.informer(EndpointSliceController.ENDPOINT_SLICES),
            slice -> mirrored(slice.get()))
        .build();
  }

  private static List<ResourceKey> mirrored(ApiObject slice) {
    return slice.labelMap().getOrDefault(SliceJson.MANAGED_BY, "").equals(MANAGER)
        ? List.of(
            ResourceKey.of(
                slice.namespace(), slice.labelMap().getOrDefault(SliceJson.SERVICE_NAME, "-")))
        : List.of();
  }

  /** The address family and the ports that the addresses of one slice share. */
  private record Key(String addressType, JsonNode ports) {}

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Optional<ApiObject> endpoints =
        context.get(EndpointsController.ENDPOINTS, key).filter(EndpointsMirror::wanted);
    boolean ours =
        context
            .get(ServiceReader.SERVICES, key)
            .filter(service -> !service.spec().path("selector").isObject())
            .isPresent();
    List<ApiObject> existing =
        context
            .inNamespace(EndpointSliceController.ENDPOINT_SLICES, String.valueOf(key.namespace()))
            .stream()
            .filter(slice -> mirrored(slice).contains(key))
            .toList();
    if (endpoints.isPresent() && ours) {
      write(endpoints.get(), new ArrayList<>(existing));
    } else {
      delete(existing);
    }
    return Reconciliation.done();
  }

  private static boolean wanted(ApiObject endpoints) {
    return !endpoints.labelMap().getOrDefault(SKIP, "").equals("true")
        && endpoints.annotation(LEADER).isEmpty()
        && !endpoints.terminating();
  }

  private void write(ApiObject endpoints, List<ApiObject> existing) throws InterruptedException {
    Map<Key, ArrayNode> wanted = addresses(endpoints);
    var missing = new LinkedHashMap<Key, ArrayNode>();
    wanted.forEach(
        (key, addresses) -> {
          if (existing.stream().noneMatch(slice -> key(slice).equals(key))) {
            missing.put(key, addresses);
          }
        });
    for (Map.Entry<Key, ArrayNode> each : wanted.entrySet()) {
      Optional<ApiObject> slice =
          existing.stream()
              .filter(
                  found ->
                      missing.containsKey(each.getKey())
                          ? found
                                  .json()
                                  .path("addressType")
                                  .asText()
                                  .equals(each.getKey().addressType())
                              && !wanted.containsKey(key(found))
                          : key(found).equals(each.getKey()))
              .findFirst();
      slice.ifPresent(existing::remove);
      write(endpoints, slice.orElse(null), each.getKey(), each.getValue());
    }
    delete(existing);
  }

  private static Key key(ApiObject slice) {
    return new Key(slice.json().path("addressType").asText(), slice.json().path("ports"));
  }

  private static Map<Key, ArrayNode> addresses(ApiObject endpoints) {
    var addresses = new LinkedHashMap<Key, ArrayNode>();
    for (JsonNode subset : endpoints.json().path("subsets")) {
      ArrayNode ports = ports(subset);
      int room = MAX_ADDRESSES;
      for (String field : List.of("addresses", "notReadyAddresses")) {
        for (JsonNode address : subset.path(field)) {
          if (room-- > 0) {
            String type = address.path("ip").asText().contains(":") ? "IPv6" : "IPv4";
            addresses
                .computeIfAbsent(new Key(type, ports), key -> endpoints.json().arrayNode())
                .add(endpoint(address, field.equals("addresses")));
          }
        }
      }
    }
    return addresses;
  }

  private static ArrayNode ports(JsonNode subset) {
    ArrayNode ports = ((ObjectNode) subset).arrayNode();
    for (JsonNode port : subset.path("ports")) {
      ports.add(
          SliceJson.port(
              (ObjectNode) subset,
              new EndpointPort(
                  port.path("name").asText(),
                  port.path("port").asInt(),
                  port.path("protocol").asText("TCP"),
                  ServiceReader.text(port.path("appProtocol")))));
    }
    return ports;
  }

  private static ObjectNode endpoint(JsonNode address, boolean ready) {
    ObjectNode endpoint = ((ObjectNode) address).objectNode();
    endpoint.putArray("addresses").add(address.path("ip").asText());
    endpoint.putObject("conditions").put("ready", ready);
    for (String field : List.of("hostname", "targetRef", "nodeName")) {
      if (address.has(field)) {
        endpoint.set(field, address.path(field).deepCopy());
      }
    }
    return endpoint;
  }

  private void write(
      ApiObject endpoints, @Nullable ApiObject existing, Key key, ArrayNode addresses)
      throws InterruptedException {
    ApiObject before = existing == null ? SliceJson.empty(endpoints, key.addressType()) : existing;
    ApiObject after = before.edited(json -> fill(json, endpoints, key, addresses));
    if (existing == null) {
      var unused = context.resources(EndpointSliceController.ENDPOINT_SLICES).create(after);
    } else if (!after.json().equals(before.json())) {
      var unused = context.resources(EndpointSliceController.ENDPOINT_SLICES).update(after);
    }
  }

  private static void fill(ObjectNode json, ApiObject endpoints, Key key, ArrayNode addresses) {
    ObjectNode metadata = json.withObject("/metadata");
    ObjectNode labels = metadata.putObject("labels");
    endpoints.labelMap().forEach(labels::put);
    labels.put(SliceJson.SERVICE_NAME, endpoints.name()).put(SliceJson.MANAGED_BY, MANAGER);
    metadata.remove("annotations");
    endpoints
        .annotations()
        .forEach(
            (name, value) -> {
              if (!PRIVATE_ANNOTATIONS.contains(name)) {
                metadata.withObject("/annotations").put(name, value);
              }
            });
    metadata
        .putArray("ownerReferences")
        .add(OwnerReference.controller(EndpointsController.ENDPOINTS, endpoints).toJson());
    json.set("ports", key.ports());
    json.set("endpoints", addresses);
  }

  private void delete(List<ApiObject> slices) throws InterruptedException {
    for (ApiObject slice : slices) {
      var unused = context.resources(EndpointSliceController.ENDPOINT_SLICES).delete(slice.key());
    }
  }
}
