package io.listwatch.workloads.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.controller.Controller;
import io.listwatch.controller.ControllerBuilder;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.IntOrPercent;
import io.listwatch.workloads.object.Pods;
import io.listwatch.workloads.object.Selectors;
import io.listwatch.workloads.object.Types;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the status of PodDisruptionBudgets. */
public final class DisruptionController implements Reconciler<ResourceKey> {
  public static final ResourceType BUDGETS =
      ResourceType.namespaced("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets");

  private static final String ALLOWED = "DisruptionAllowed";

  private final ControllerContext context;
  private final PodScale scale;

  private DisruptionController(ControllerContext context) {
    this.context = context;
    this.scale = new PodScale(context);
  }

  public static Controller<?> create(ControllerContext context) {
    var controller = new DisruptionController(context);
    ControllerBuilder<ResourceKey> builder =
        context
            .controller(controller)
            .watching(context.informer(BUDGETS), View::key)
            .watchingMany(context.informer(Types.PODS), pod -> controller.budgetsOf(pod.get()));
    // Only read: a change of scale is followed by changes of pods.
    PodScale.SCALED.forEach(
        type -> builder.watchingMany(context.informer(type), workload -> List.of()));
    return builder.build();
  }

  private List<ResourceKey> budgetsOf(ApiObject pod) {
    return context.inNamespace(BUDGETS, pod.namespace()).stream()
        .filter(budget -> selects(budget, pod))
        .map(ApiObject::key)
        .toList();
  }

  private static boolean selects(ApiObject budget, ApiObject pod) {
    return Selectors.of(budget.spec().path("selector")).matches(pod.labels());
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws Exception {
    Optional<ApiObject> budget = context.get(BUDGETS, key);
    return budget.isPresent() ? run(budget.get()) : Reconciliation.done();
  }

  private Reconciliation run(ApiObject budget) throws InterruptedException {
    List<ApiObject> pods =
        context.inNamespace(Types.PODS, budget.namespace()).stream()
            .filter(pod -> selects(budget, pod))
            .toList();
    if (pods.isEmpty()) {
      context.normal(BUDGETS, budget, "NoPods", "No matching pods found");
    }
    warnAboutSeveralBudgets(budget, pods);
    Instant now = context.now();
    List<String> alive =
        pods.stream().filter(pod -> !pod.terminating()).map(ApiObject::name).toList();
    DisruptedPods disrupted = disrupted(budget).at(now, alive);
    int healthy = (int) pods.stream().filter(pod -> healthy(pod, disrupted)).count();
    try {
      write(budget, disrupted, counts(budget, pods, healthy));
    } catch (IllegalStateException unknownScale) {
      fail(budget, unknownScale);
      return Reconciliation.retry();
    }
    return disrupted.untilNextTimeout(now).map(Reconciliation::again).orElse(Reconciliation.done());
  }

  /** Warns about pods with several budgets: their evictions are rejected. */
  private void warnAboutSeveralBudgets(ApiObject budget, List<ApiObject> pods) {
    if (context.inNamespace(BUDGETS, budget.namespace()).size() == 1) {
      return;
    }
    for (ApiObject pod : pods) {
      if (budgetsOf(pod).size() > 1) {
        context.warning(
            Types.PODS,
            pod,
            "MultiplePodDisruptionBudgets",
            "Pod \"%s\"/\"%s\" matches multiple PodDisruptionBudgets.  Chose \"%s\" arbitrarily."
                .formatted(pod.namespace(), pod.name(), budget.name()));
      }
    }
  }

  private static DisruptedPods disrupted(ApiObject budget) {
    var approvals = new HashMap<String, Instant>();
    budget
        .status()
        .path("disruptedPods")
        .properties()
        .forEach(each -> approvals.put(each.getKey(), ApiObject.time(each.getValue())));
    return new DisruptedPods(approvals);
  }

  private static boolean healthy(ApiObject pod, DisruptedPods disrupted) {
    return !pod.terminating() && !disrupted.has(pod.name()) && Pods.ready(pod);
  }

  private DisruptionCounts counts(ApiObject budget, List<ApiObject> pods, int healthy)
      throws InterruptedException {
    JsonNode maxUnavailable = budget.spec().path("maxUnavailable");
    JsonNode minAvailable = budget.spec().path("minAvailable");
    if (!maxUnavailable.isMissingNode()) {
      int expected = scale.expected(pods);
      return DisruptionCounts.ofMaxUnavailable(
          IntOrPercent.roundedUp(maxUnavailable, expected), expected, healthy);
    }
    int expected = minAvailable.isTextual() ? scale.expected(pods) : pods.size();
    return DisruptionCounts.ofMinAvailable(
        IntOrPercent.roundedUp(minAvailable, expected), expected, healthy);
  }

  private void write(ApiObject budget, DisruptedPods disrupted, DisruptionCounts counts)
      throws InterruptedException {
    ObjectNode status = budget.statusCopy();
    status.put("observedGeneration", budget.generation());
    status.remove("disruptedPods");
    if (!disrupted.approvals().isEmpty()) {
      ObjectNode approvals = status.putObject("disruptedPods");
      for (Map.Entry<String, Instant> each : disrupted.approvals().entrySet()) {
        approvals.put(each.getKey(), ApiObject.timestamp(each.getValue()));
      }
    }
    status.put("disruptionsAllowed", counts.allowed());
    status.put("currentHealthy", counts.currentHealthy());
    status.put("desiredHealthy", counts.desiredHealthy());
    status.put("expectedPods", counts.expectedPods());
    boolean any = counts.allowed() > 0;
    condition(budget, status, any, any ? "SufficientPods" : "InsufficientPods", "");
    var unused = context.updateStatus(BUDGETS, budget, status);
  }

  /** Forbids evictions while the status cannot be computed. */
  private void fail(ApiObject budget, IllegalStateException failure) throws InterruptedException {
    String message = String.valueOf(failure.getMessage());
    context.warning(
        BUDGETS,
        budget,
        "CalculateExpectedPodCountFailed",
        "Failed to calculate the number of expected pods: " + message);
    ObjectNode status = budget.statusCopy();
    status.put("disruptionsAllowed", 0);
    for (String field : List.of("currentHealthy", "desiredHealthy", "expectedPods")) {
      status.put(field, status.path(field).asInt());
    }
    condition(budget, status, false, "SyncFailed", message);
    var unused = context.updateStatus(BUDGETS, budget, status);
  }

  private void condition(
      ApiObject budget, ObjectNode status, boolean allowed, String reason, String message) {
    String value = allowed ? "True" : "False";
    ObjectNode condition =
        Conditions.condition(status, ALLOWED, value, reason, message, context.now());
    condition.put("observedGeneration", status.path("observedGeneration").asLong());
    JsonNode current = budget.condition(ALLOWED);
    if (current.path("status").asText().equals(value)) {
      condition.set("lastTransitionTime", current.path("lastTransitionTime"));
    }
    Conditions.replace(status, condition);
  }
}
