package io.listwatch.workloads.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.OwnerReference;
import io.listwatch.workloads.object.Selectors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes EndpointSlices. */
final class SliceJson {
  static final String SERVICE_NAME = "kubernetes.io/service-name";
  static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
  static final String MANAGER = "endpointslice-controller.k8s.io";
  static final String HEADLESS = "service.kubernetes.io/headless";

  private SliceJson() {}

  static SlicePlan.Slice read(ApiObject slice) {
    var ports = new ArrayList<EndpointPort>();
    for (JsonNode port : slice.json().path("ports")) {
      ports.add(
          new EndpointPort(
              port.path("name").asText(),
              port.path("port").asInt(),
              port.path("protocol").asText("TCP"),
              ServiceReader.text(port.path("appProtocol"))));
    }
    ports.sort(Comparator.naturalOrder());
    var endpoints = new ArrayList<Endpoint>();
    slice.json().path("endpoints").forEach(each -> endpoints.add(endpoint(each)));
    return new SlicePlan.Slice(slice.name(), ports, endpoints);
  }

  private static Endpoint endpoint(JsonNode json) {
    JsonNode conditions = json.path("conditions");
    return new Endpoint(
        Selectors.strings(json.path("addresses")),
        conditions.path("ready").asBoolean(),
        conditions.path("serving").asBoolean(),
        conditions.path("terminating").asBoolean(),
        json.at("/targetRef/namespace").asText(),
        json.at("/targetRef/name").asText(),
        json.at("/targetRef/uid").asText(),
        ServiceReader.text(json.path("nodeName")),
        ServiceReader.text(json.path("zone")),
        ServiceReader.text(json.path("hostname")));
  }

  /** Returns a new slice of a Service, or of mirrored Endpoints, without ports and endpoints. */
  static ApiObject empty(ApiObject service, String addressType) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("apiVersion", EndpointSliceController.ENDPOINT_SLICES.apiVersion());
    json.put("kind", EndpointSliceController.ENDPOINT_SLICES.kind());
    ObjectNode metadata = json.putObject("metadata");
    metadata.put("namespace", service.namespace());
    metadata.put("generateName", service.name() + "-");
    metadata
        .putArray("ownerReferences")
        .add(OwnerReference.controller(ServiceReader.SERVICES, service).toJson());
    return ApiObject.of(json.put("addressType", addressType));
  }

  /** Returns {@code before} with the labels of the Service and the content of the slice. */
  static ApiObject write(ApiObject before, ApiObject service, SlicePlan.Slice slice) {
    return before.edited(
        json -> {
          ObjectNode labels = json.withObject("/metadata").putObject("labels");
          service.labelMap().forEach(labels::put);
          labels.remove(HEADLESS);
          if (ServiceReader.headless(service)) {
            labels.put(HEADLESS, "");
          }
          labels.put(SERVICE_NAME, service.name()).put(MANAGED_BY, MANAGER);
          ArrayNode endpoints = json.arrayNode();
          slice.endpoints().forEach(each -> endpoints.add(endpoint(json, each)));
          set(json, "endpoints", endpoints);
          ArrayNode ports = json.arrayNode();
          slice.ports().forEach(each -> ports.add(port(json, each)));
          set(json, "ports", ports);
        });
  }

  /**
   * Sets a list, or null if it is empty, as the server returns it: a slice that has not changed
   * must look the same.
   */
  private static void set(ObjectNode json, String field, ArrayNode list) {
    json.set(field, list.isEmpty() ? NullNode.getInstance() : list);
  }

  private static ObjectNode endpoint(ObjectNode factory, Endpoint endpoint) {
    ObjectNode json = factory.objectNode();
    ArrayNode addresses = json.putArray("addresses");
    endpoint.addresses().forEach(addresses::add);
    json.putObject("conditions")
        .put("ready", endpoint.ready())
        .put("serving", endpoint.serving())
        .put("terminating", endpoint.terminating());
    put(json, "hostname", endpoint.hostname());
    json.putObject("targetRef")
        .put("kind", "Pod")
        .put("namespace", endpoint.namespace())
        .put("name", endpoint.pod())
        .put("uid", endpoint.uid());
    put(json, "nodeName", endpoint.node());
    put(json, "zone", endpoint.zone());
    return json;
  }

  /** Returns a port. Both kinds of endpoints write it in the same way. */
  static ObjectNode port(ObjectNode factory, EndpointPort port) {
    ObjectNode json = factory.objectNode().put("name", port.name());
    json.put("port", port.port()).put("protocol", port.protocol());
    put(json, "appProtocol", port.appProtocol());
    return json;
  }

  static void put(ObjectNode json, String field, @Nullable String value) {
    if (value != null) {
      json.put(field, value);
    }
  }

  /** True if this controller manages a slice of the Service. */
  static boolean managed(ApiObject slice, ApiObject service) {
    return slice.labelMap().getOrDefault(SERVICE_NAME, "").equals(service.name())
        && slice.labelMap().getOrDefault(MANAGED_BY, "").equals(MANAGER)
        && !slice.terminating();
  }

  static boolean ownedBy(ApiObject slice, ApiObject service) {
    return slice.owners().stream().anyMatch(owner -> owner.uid().equals(service.uid()));
  }

  static List<String> addressTypes(ApiObject service) {
    List<String> families = Selectors.strings(service.spec().path("ipFamilies"));
    return families.isEmpty() ? List.of("IPv4") : families;
  }
}
