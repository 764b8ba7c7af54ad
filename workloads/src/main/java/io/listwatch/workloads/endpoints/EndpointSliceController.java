package io.listwatch.workloads.endpoints;

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
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the EndpointSlices of Services. The garbage collector deletes those of a deleted Service.
 */
public final class EndpointSliceController implements Reconciler<ResourceKey> {
  public static final ResourceType ENDPOINT_SLICES =
      ResourceType.namespaced("discovery.k8s.io/v1", "EndpointSlice", "endpointslices");

  private final ControllerContext context;
  private final ServiceReader services;
  private final TriggerTimes triggers = new TriggerTimes();

  private EndpointSliceController(ControllerContext context) {
    this.context = context;
    this.services = new ServiceReader(context);
  }

  public static Controller<?> create(ControllerContext context) {
    var controller = new EndpointSliceController(context);
    return context
        .controller(controller)
        .watching(context.informer(ServiceReader.SERVICES), View::key)
        .watchingMany(context.informer(Types.PODS), pod -> controller.services.selecting(pod.get()))
        .watchingMany(context.informer(ENDPOINT_SLICES), slice -> serviceOf(slice.get()))
        // Only read: an endpoint's node must exist. A change of a node comes with changes of its
        // pods.
        .watchingMany(context.informer(Types.NODES), node -> List.of())
        .build();
  }

  private static List<ResourceKey> serviceOf(ApiObject slice) {
    String service = slice.labelMap().getOrDefault(SliceJson.SERVICE_NAME, "");
    return service.isEmpty() ? List.of() : List.of(ResourceKey.of(slice.namespace(), service));
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<ApiObject> service =
        context.get(ServiceReader.SERVICES, key).filter(ServiceReader::hasEndpoints);
    if (service.isEmpty() || service.get().terminating()) {
      triggers.forget(key);
      return Reconciliation.done();
    }
    List<EndpointPod> pods = services.pods(service.get());
    Map<Boolean, List<ApiObject>> ours = existing(service.get());
    Instant trigger = triggers.next(service.get(), services.selected(service.get())).orElse(null);
    for (String type : SliceJson.addressTypes(service.get())) {
      write(service.get(), pods, type, ours.getOrDefault(true, List.of()), trigger);
    }
    delete(ours.getOrDefault(false, List.of()));
    boolean incomplete = pods.stream().anyMatch(pod -> pod.node() != null && !pod.nodeKnown());
    return incomplete ? Reconciliation.retry() : Reconciliation.done();
  }

  /**
   * Returns the slices of a Service, by whether it owns the slice and still has addresses of its
   * family.
   */
  private Map<Boolean, List<ApiObject>> existing(ApiObject service) {
    List<String> types = SliceJson.addressTypes(service);
    return context.inNamespace(ENDPOINT_SLICES, service.namespace()).stream()
        .filter(slice -> SliceJson.managed(slice, service))
        .collect(
            Collectors.partitioningBy(
                slice -> SliceJson.ownedBy(slice, service) && types.contains(addressType(slice))));
  }

  private static String addressType(ApiObject slice) {
    return slice.json().path("addressType").asText();
  }

  private void write(
      ApiObject service,
      List<EndpointPod> pods,
      String type,
      List<ApiObject> all,
      @Nullable Instant trigger)
      throws InterruptedException {
    Map<String, ApiObject> existing =
        all.stream()
            .filter(slice -> addressType(slice).equals(type))
            .collect(Collectors.toMap(ApiObject::name, Function.identity()));
    SlicePlan plan =
        SlicePlan.of(
            existing.values().stream().map(SliceJson::read).toList(),
            EndpointGroups.of(ServiceReader.spec(service), pods, type.equals("IPv6")),
            SlicePlan.MAX_ENDPOINTS);
    for (SlicePlan.Slice slice : plan.wanted()) {
      write(service, type, existing, slice, trigger);
    }
    delete(existing.values().stream().filter(each -> plan.delete().contains(each.name())).toList());
  }

  private void write(
      ApiObject service,
      String type,
      Map<String, ApiObject> existing,
      SlicePlan.Slice slice,
      @Nullable Instant trigger)
      throws InterruptedException {
    ApiObject before = existing.get(slice.name());
    if (before == null) {
      ApiObject created =
          SliceJson.write(SliceJson.empty(service, type), service, slice)
              .edited(json -> ServiceReader.setTriggerTime(json, trigger));
      var unused = context.resources(ENDPOINT_SLICES).create(created);
      return;
    }
    ApiObject after = SliceJson.write(before, service, slice);
    if (!after.json().equals(before.json())) {
      ApiObject changed = after.edited(json -> ServiceReader.setTriggerTime(json, trigger));
      var unused = context.resources(ENDPOINT_SLICES).update(changed);
    }
  }

  private void delete(List<ApiObject> slices) throws InterruptedException {
    for (ApiObject slice : slices) {
      var unused = context.resources(ENDPOINT_SLICES).delete(slice.key());
    }
  }
}
