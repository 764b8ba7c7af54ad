package io.listwatch.workloads.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.controller.Controller;
import io.listwatch.controller.ControllerBuilder;
import io.listwatch.controller.EventFilter;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.json.JsonPath;
import io.listwatch.model.ApiException;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.selector.Labels;
import io.listwatch.store.Index;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Types;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds pods without a node, the most important ones first. Pods that fit no node wait until a node
 * changes or a pod ends.
 *
 * <p>One request stands for all waiting pods and there is one worker, so decisions never compete.
 */
public final class SchedulerController implements Reconciler<ResourceKey> {
  private static final Logger log = LoggerFactory.getLogger(SchedulerController.class);
  private static final String NAME = "default-scheduler";
  private static final ResourceKey WAITING_PODS = ResourceKey.of("waiting-pods");
  private static final String WAITING = "waiting";
  private static final JsonPath NODE = JsonPath.of("spec.nodeName");
  private static final JsonPath SCHEDULER = JsonPath.of("spec.schedulerName");
  private static final JsonPath GATE = JsonPath.of("spec.schedulingGates[*].name");
  private static final JsonPath PHASE = JsonPath.of("status.phase");

  private final ControllerContext context;
  private final PodVolumes volumes;

  private final NodeStates nodes = new NodeStates();

  private SchedulerController(ControllerContext context) {
    this.context = context;
    this.volumes = new PodVolumes(context);
  }

  public static Controller<?> create(ControllerContext context) {
    context.informer(Types.PODS).addIndex(Index.of(WAITING, SchedulerController::waiting));
    ControllerBuilder<ResourceKey> builder =
        context
            .controller(new SchedulerController(context))
            .watching(context.informer(Types.PODS), pod -> WAITING_PODS, new WaitingOrEnding())
            .watching(context.informer(Types.NODES), node -> WAITING_PODS)
            .watching(context.informer(Types.NAMESPACES), namespace -> WAITING_PODS);
    PodVolumes.READ.forEach(type -> builder.watching(context.informer(type), one -> WAITING_PODS));
    return builder.workers(1).build();
  }

  private static List<String> waiting(Resource pod) {
    boolean waits =
        !pod.terminating()
            && pod.text(NODE).orElse("").isEmpty()
            && pod.text(SCHEDULER).orElse(NAME).equals(NAME)
            && pod.texts(GATE).isEmpty();
    return waits ? List.of(WAITING) : List.of();
  }

  @Override
  public Reconciliation reconcile(ResourceKey request) throws InterruptedException {
    List<ApiObject> waiting =
        context.informer(Types.PODS).byIndex(WAITING, WAITING).stream()
            .filter(pod -> !nodes.placed(pod.resource().uid().orElse("")))
            .map(View::get)
            .filter(pod -> !Pods.finished(pod))
            .sorted(byPriority())
            .toList();
    if (waiting.isEmpty()) {
      return Reconciliation.done();
    }
    nodes.update(context.informer(Types.NODES).list(), context.informer(Types.PODS).list());
    boolean failed = false;
    for (ApiObject pod : waiting) {
      failed |= !schedule(pod);
    }
    return failed ? Reconciliation.retry() : Reconciliation.done();
  }

  private static Comparator<ApiObject> byPriority() {
    Comparator<ApiObject> important =
        Comparator.comparingInt(pod -> -pod.spec().path("priority").asInt());
    // Timestamps have one format, so their strings compare like times.
    return important
        .thenComparing(pod -> pod.metadata().path("creationTimestamp").asText())
        .thenComparing(ApiObject::key);
  }

  /** Returns false if the pod has to be tried again because a request failed. */
  private boolean schedule(ApiObject pod) throws InterruptedException {
    CycleState cycle = CycleState.of(pod, nodes.all(), this::labels);
    List<ApiObject> claims = volumes.claims(pod);
    var reasons = new TreeMap<String, Integer>();
    Optional<NodeState> best =
        nodes.all().stream()
            .filter(node -> fits(cycle, claims, node, reasons))
            .map(node -> NodeScore.of(cycle, node))
            .min(NodeScore.BEST_FIRST)
            .map(NodeScore::node);
    try {
      if (best.isPresent()) {
        nodes.reserve(pod, cycle.info(), best.get());
        if (!volumes.request(claims, best.get().name())) {
          bind(pod, best.get().name());
        }
      } else {
        reject(pod, nodes.all().size(), reasons);
      }
      return true;
    } catch (ApiException failure) {
      // A pod that was deleted or changed meanwhile must not hold up the others.
      log.debug("{}: not scheduled: {}", pod.key(), failure.getMessage());
      return failure.status().code() == 404;
    }
  }

  /** Returns the labels of a namespace, which affinity terms may select. */
  private Labels labels(String namespace) {
    return context
        .get(Types.NAMESPACES, ResourceKey.of(namespace))
        .map(ApiObject::labels)
        .orElse(Labels.of(Map.of()));
  }

  private boolean fits(
      CycleState cycle, List<ApiObject> claims, NodeState node, Map<String, Integer> reasons) {
    Optional<String> reason =
        NodeFilter.rejection(cycle, node).or(() -> volumes.rejection(claims, node));
    reason.ifPresent(words -> reasons.merge(words, 1, Integer::sum));
    return reason.isEmpty();
  }

  private void bind(ApiObject pod, String node) throws InterruptedException {
    ObjectNode binding = JsonNodeFactory.instance.objectNode();
    binding.put("apiVersion", "v1").put("kind", "Binding");
    binding.putObject("metadata").put("name", pod.name()).put("uid", pod.uid());
    binding.putObject("target").put("apiVersion", "v1").put("kind", "Node").put("name", node);
    String path = "/api/v1/namespaces/%s/pods/%s/binding".formatted(pod.namespace(), pod.name());
    context.client().call(ApiRequest.of("POST", path).body(binding.toString().getBytes(UTF_8)));
    nodes.bound(pod);
    context.normal(
        Types.PODS, pod, "Scheduled", "Successfully assigned %s to %s".formatted(pod.key(), node));
  }

  private void reject(ApiObject pod, int count, Map<String, Integer> reasons)
      throws InterruptedException {
    String message = message(count, reasons);
    JsonNode current = pod.condition("PodScheduled");
    if (current.path("message").asText().equals(message)) {
      return;
    }
    ObjectNode status = pod.statusCopy();
    ObjectNode condition =
        Conditions.condition(
            status, "PodScheduled", "False", "Unschedulable", message, context.now());
    Conditions.replace(status, condition);
    context.updateStatus(Types.PODS, pod, status);
    context.warning(Types.PODS, pod, "FailedScheduling", message);
  }

  private static String message(int nodes, Map<String, Integer> reasons) {
    if (nodes == 0) {
      return "no nodes available to schedule pods";
    }
    String counted =
        reasons.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .sorted()
            .collect(Collectors.joining(", "));
    return "0/%d nodes are available: %s.".formatted(nodes, counted);
  }

  /** Accepts waiting pods, and running pods only when they end and free their resources. */
  private static final class WaitingOrEnding implements EventFilter<ApiObject> {
    @Override
    public boolean added(View<ApiObject> pod, boolean initial) {
      return matters(pod.resource());
    }

    @Override
    public boolean updated(View<ApiObject> previous, View<ApiObject> current) {
      return matters(current.resource());
    }

    /**
     * Accepts a pod that is deleted without a grace period, because no update has shown its end.
     */
    @Override
    public boolean deleted(View<ApiObject> last) {
      return true;
    }

    private static boolean matters(Resource pod) {
      String phase = pod.text(PHASE).orElse("");
      return !waiting(pod).isEmpty() || phase.equals("Succeeded") || phase.equals("Failed");
    }
  }
}
