package io.listwatch.workloads.endpoints;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the Endpoints of Services, the older form of EndpointSlices. */
public final class EndpointsController implements Reconciler<ResourceKey> {
  public static final ResourceType ENDPOINTS =
      ResourceType.namespaced("v1", "Endpoints", "endpoints");

  private static final String MANAGED_BY = "endpoints.kubernetes.io/managed-by";
  private static final String OVER_CAPACITY = "endpoints.kubernetes.io/over-capacity";

  private final ControllerContext context;
  private final ServiceReader services;
  private final TriggerTimes triggers = new TriggerTimes();

  private EndpointsController(ControllerContext context) {
    this.context = context;
    this.services = new ServiceReader(context);
  }

  public static Controller<?> create(ControllerContext context) {
    var controller = new EndpointsController(context);
    return context
        .controller(controller)
        .watching(context.informer(ServiceReader.SERVICES), View::key)
        .watchingMany(context.informer(Types.PODS), pod -> controller.services.selecting(pod.get()))
        .watchingMany(context.informer(ENDPOINTS), EndpointsController::changed)
        // Only read: a change of a node comes with changes of its pods.
        .watchingMany(context.informer(Types.NODES), node -> List.of())
        .build();
  }

  /** Ignores users' own Endpoints, for Services without a selector. */
  private static List<ResourceKey> changed(View<ApiObject> endpoints) {
    return endpoints.get().labelMap().containsKey(MANAGED_BY)
        ? List.of(endpoints.key())
        : List.of();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<ApiObject> service = context.get(ServiceReader.SERVICES, key);
    Optional<ApiObject> endpoints = context.get(ENDPOINTS, key);
    if (service.isEmpty()) {
      triggers.forget(key);
      if (endpoints.isPresent() && !changedByUser(endpoints.get())) {
        var unused = context.resources(ENDPOINTS).delete(key);
      }
    } else if (ServiceReader.hasEndpoints(service.get())) {
      write(service.get(), endpoints.orElse(null));
    }
    return Reconciliation.done();
  }

  private static boolean changedByUser(ApiObject endpoints) {
    return !endpoints.labelMap().containsKey(MANAGED_BY);
  }

  private void write(ApiObject service, @Nullable ApiObject existing) throws InterruptedException {
    List<EndpointSubset> subsets =
        EndpointSubset.of(ServiceReader.spec(service), services.pods(service), ipv6(service));
    ApiObject before = existing == null ? empty(service) : existing;
    Instant trigger = triggers.next(service, services.selected(service)).orElse(null);
    ApiObject after = before.edited(json -> fill(json, service, subsets));
    if (existing != null && after.json().equals(before.json())) {
      return;
    }
    after = after.edited(json -> ServiceReader.setTriggerTime(json, trigger));
    if (existing == null) {
      var unused = context.resources(ENDPOINTS).create(after);
    } else {
      var unused = context.resources(ENDPOINTS).update(after);
    }
  }

  private static boolean ipv6(ApiObject service) {
    return SliceJson.addressTypes(service).get(0).equals("IPv6");
  }

  private static ApiObject empty(ApiObject service) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("apiVersion", "v1").put("kind", "Endpoints");
    json.putObject("metadata").put("namespace", service.namespace()).put("name", service.name());
    return ApiObject.of(json);
  }

  private static void fill(ObjectNode json, ApiObject service, List<EndpointSubset> subsets) {
    ObjectNode metadata = json.withObject("/metadata");
    ObjectNode labels = metadata.putObject("labels");
    service.labelMap().forEach(labels::put);
    if (ServiceReader.headless(service)) {
      labels.put(SliceJson.HEADLESS, "");
    }
    labels.put(MANAGED_BY, "endpoint-controller");
    boolean full = subsets.stream().anyMatch(EndpointSubset::truncated);
    if (full) {
      metadata.withObject("/annotations").put(OVER_CAPACITY, "truncated");
    } else if (metadata.path("annotations") instanceof ObjectNode annotations) {
      annotations.remove(OVER_CAPACITY);
    }
    json.remove("subsets");
    if (!subsets.isEmpty()) {
      ArrayNode list = json.putArray("subsets");
      subsets.forEach(subset -> list.add(subset(json, subset)));
    }
  }

  private static ObjectNode subset(ObjectNode factory, EndpointSubset subset) {
    ObjectNode json = factory.objectNode();
    addresses(json, "addresses", subset.ready());
    addresses(json, "notReadyAddresses", subset.notReady());
    if (!subset.ports().isEmpty()) {
      ArrayNode ports = json.putArray("ports");
      subset.ports().forEach(port -> ports.add(port(factory, port)));
    }
    return json;
  }

  /** Returns a port. Endpoints leave out the name of a port that has none. */
  private static ObjectNode port(ObjectNode factory, EndpointPort port) {
    ObjectNode json = SliceJson.port(factory, port);
    if (port.name().isEmpty()) {
      json.remove("name");
    }
    return json;
  }

  private static void addresses(ObjectNode json, String field, List<Endpoint> endpoints) {
    if (endpoints.isEmpty()) {
      return;
    }
    ArrayNode addresses = json.putArray(field);
    for (Endpoint endpoint : endpoints) {
      ObjectNode address = addresses.addObject().put("ip", endpoint.addresses().get(0));
      SliceJson.put(address, "hostname", endpoint.hostname());
      SliceJson.put(address, "nodeName", endpoint.node());
      address
          .putObject("targetRef")
          .put("kind", "Pod")
          .put("namespace", endpoint.namespace())
          .put("name", endpoint.pod())
          .put("uid", endpoint.uid());
    }
  }
}
