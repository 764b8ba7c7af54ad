package io.listwatch.workloads.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.controller.Controller;
import io.listwatch.controller.Reconciler;
import io.listwatch.controller.Reconciliation;
import io.listwatch.informer.View;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceType;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.ScaleClient;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Conditions;
import io.listwatch.workloads.object.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Scales the targets of HorizontalPodAutoscalers.
 *
 * <pre>
 *   metrics.k8s.io ──▶ PodGroups ──▶ ReplicaProposal ──▶ ScalingRules ──▶ scale of the target
 *                                                          ScaleHistory ┘
 * </pre>
 */
public final class AutoscalerController implements Reconciler<ResourceKey> {
  public static final ResourceType AUTOSCALERS =
      ResourceType.namespaced(
          "autoscaling/v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers");

  /** The time between two reads of the metrics, which cannot be watched. */
  private static final Duration PERIOD = Duration.ofSeconds(15);

  private final ControllerContext context;
  private final ScaleClient scales;
  private final MetricReader metrics;
  private final Map<ResourceKey, ScaleHistory> histories = new ConcurrentHashMap<>();
  private final Map<ResourceKey, Run> runs = new ConcurrentHashMap<>();

  /**
   * The last run for an autoscaler. The controller's own write of the status does not cause another
   * run.
   */
  private record Run(JsonNode spec, Instant at) {}

  private AutoscalerController(ControllerContext context) {
    this.context = context;
    this.scales = new ScaleClient(context.client());
    this.metrics = new MetricReader(context);
  }

  public static Controller<?> create(ControllerContext context) {
    return context
        .controller(new AutoscalerController(context))
        .watching(context.informer(AUTOSCALERS), View::key)
        // Only read: a change of a pod reconciles no autoscaler.
        .watchingMany(context.informer(Types.PODS), pod -> List.of())
        .build();
  }

  @Override
  public Reconciliation reconcile(ResourceKey key) throws InterruptedException {
    Optional<ApiObject> autoscaler = context.get(AUTOSCALERS, key);
    if (autoscaler.isEmpty()) {
      histories.remove(key);
      runs.remove(key);
      return Reconciliation.done();
    }
    Run last = runs.get(key);
    if (last != null && last.spec().equals(autoscaler.get().spec())) {
      Duration left = Duration.between(context.now(), last.at().plus(PERIOD));
      if (!left.isNegative() && !left.isZero()) {
        return Reconciliation.again(left);
      }
    }
    run(autoscaler.get());
    runs.put(key, new Run(autoscaler.get().spec(), context.now()));
    return Reconciliation.again(PERIOD);
  }

  private void run(ApiObject autoscaler) throws InterruptedException {
    ObjectNode status = autoscaler.statusCopy();
    Optional<ScaleClient.Scale> scale = scale(autoscaler, status);
    if (scale.isPresent()) {
      int current = scale.get().wanted();
      histories.computeIfAbsent(
          autoscaler.key(), one -> ScaleHistory.NONE.withProposal(current, context.now()));
      decide(autoscaler, scale.get(), status);
    }
    var unused = context.updateStatus(AUTOSCALERS, autoscaler, status);
  }

  private Optional<ScaleClient.Scale> scale(ApiObject autoscaler, ObjectNode status)
      throws InterruptedException {
    JsonNode reference = autoscaler.spec().path("scaleTargetRef");
    String kind = reference.path("kind").asText();
    String name = reference.path("name").asText();
    String apiVersion = reference.path("apiVersion").asText();
    String failure =
        "no matches for kind \"%s\" in group \"%s\"".formatted(kind, group(apiVersion));
    Optional<ScaleClient.Scale> scale = Optional.empty();
    try {
      scale = scales.get(new ScaleClient.Target(autoscaler.namespace(), apiVersion, kind, name));
    } catch (ApiException refused) {
      failure = refused.status().message();
    }
    if (scale.isPresent()) {
      condition(
          status,
          "AbleToScale",
          true,
          "SucceededGetScale",
          "the HPA controller was able to get the target's current scale");
    } else {
      warn(autoscaler, "FailedGetScale", failure);
      condition(
          status,
          "AbleToScale",
          false,
          "FailedGetScale",
          "the HPA controller was unable to get the target's current scale: " + failure);
    }
    return scale;
  }

  private static String group(String apiVersion) {
    return apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
  }

  private void decide(ApiObject autoscaler, ScaleClient.Scale scale, ObjectNode status)
      throws InterruptedException {
    int current = scale.wanted();
    int minimum = autoscaler.spec().path("minReplicas").asInt(1);
    int maximum = autoscaler.spec().path("maxReplicas").asInt();
    if (current == 0) {
      condition(
          status,
          "ScalingActive",
          false,
          "ScalingDisabled",
          "scaling is disabled since the replica count of the target is zero");
      write(status, 0, 0, status.arrayNode());
    } else if (current > maximum) {
      String reason = "Current number of replicas above Spec.MaxReplicas";
      rescale(autoscaler, scale, status, maximum, reason, status.arrayNode());
    } else if (current < minimum) {
      String reason = "Current number of replicas below Spec.MinReplicas";
      rescale(autoscaler, scale, status, minimum, reason, status.arrayNode());
    } else {
      follow(
          autoscaler,
          scale,
          status,
          new ScalingRules(autoscaler.spec().path("behavior"), minimum, maximum));
    }
  }

  /** Scales to the number of replicas that the metrics ask for. */
  private void follow(
      ApiObject autoscaler, ScaleClient.Scale scale, ObjectNode status, ScalingRules rules)
      throws InterruptedException {
    int current = scale.wanted();
    MetricReader.Result result = proposal(autoscaler, scale, status);
    ArrayNode measured = status.arrayNode().addAll(result.statuses());
    if (result.unusable(current)) {
      write(status, current, status.path("desiredReplicas").asInt(), measured);
      warn(autoscaler, "FailedComputeMetricsReplicas", result.failure());
      return;
    }
    condition(
        status,
        "ScalingActive",
        true,
        "ValidMetricFound",
        "the HPA was able to successfully calculate a replica count from " + result.metric());
    ScaleHistory history = histories.getOrDefault(autoscaler.key(), ScaleHistory.NONE);
    int proposed = result.replicas();
    ScalingRules.Decision decision = rules.decide(current, proposed, history, context.now());
    histories.put(autoscaler.key(), history.withProposal(proposed, context.now()));
    conditions(status, decision);
    String reason =
        proposed > current
            ? result.metric() + " above target"
            : proposed < current ? "All metrics below target" : "";
    if (decision.replicas() == current) {
      write(status, current, current, measured);
    } else {
      rescale(autoscaler, scale, status, decision.replicas(), reason, measured);
    }
  }

  private MetricReader.Result proposal(
      ApiObject autoscaler, ScaleClient.Scale scale, ObjectNode status)
      throws InterruptedException {
    if (scale.selector().isEmpty()) {
      warn(autoscaler, "SelectorRequired", "selector is required");
      condition(
          status,
          "ScalingActive",
          false,
          "InvalidSelector",
          "the HPA target's scale is missing a selector");
      return MetricReader.Result.failed("selector is required");
    }
    LabelSelector selector = LabelSelector.parse(scale.selector());
    MetricReader.Result result = metrics.read(autoscaler, scale, selector);
    result.failures().forEach(each -> warn(autoscaler, each.reason(), each.message()));
    if (result.unusable(scale.wanted())) {
      MetricReader.Failure first = result.failures().get(0);
      condition(
          status,
          "ScalingActive",
          false,
          first.reason(),
          "the HPA was unable to compute the replica count: " + first.message());
    }
    return result;
  }

  private void conditions(ObjectNode status, ScalingRules.Decision decision) {
    switch (decision.stabilized()) {
      case "ScaleDownStabilized" ->
          condition(
              status,
              "AbleToScale",
              true,
              decision.stabilized(),
              "recent recommendations were higher than current one, applying the highest recent"
                  + " recommendation");
      case "ScaleUpStabilized" ->
          condition(
              status,
              "AbleToScale",
              true,
              decision.stabilized(),
              "recent recommendations were lower than current one, applying the lowest recent"
                  + " recommendation");
      default ->
          condition(
              status,
              "AbleToScale",
              true,
              "ReadyForNewScale",
              "recommended size matches current size");
    }
    condition(status, "ScalingLimited", decision.limited(), decision.reason(), decision.message());
  }

  private void rescale(
      ApiObject autoscaler,
      ScaleClient.Scale scale,
      ObjectNode status,
      int wanted,
      String reason,
      ArrayNode measured)
      throws InterruptedException {
    int current = scale.wanted();
    try {
      scales.scale(scale, wanted);
    } catch (ApiException failure) {
      warn(
          autoscaler,
          "FailedRescale",
          "New size: %d; reason: %s; error: %s".formatted(wanted, reason, failure.getMessage()));
      condition(
          status,
          "AbleToScale",
          false,
          "FailedUpdateScale",
          "the HPA controller was unable to update the target scale: " + failure.getMessage());
      write(status, current, status.path("desiredReplicas").asInt(), measured);
      return;
    }
    condition(
        status,
        "AbleToScale",
        true,
        "SucceededRescale",
        "the HPA controller was able to update the target scale to " + wanted);
    context.normal(
        AUTOSCALERS,
        autoscaler,
        "SuccessfulRescale",
        "New size: %d; reason: %s".formatted(wanted, reason));
    histories.computeIfPresent(
        autoscaler.key(), (key, history) -> history.withChange(wanted - current, context.now()));
    write(status, current, wanted, measured);
    status.put("lastScaleTime", ApiObject.timestamp(context.now()));
  }

  private static void write(ObjectNode status, int current, int desired, ArrayNode measured) {
    status.put("currentReplicas", current).put("desiredReplicas", desired);
    if (measured.isEmpty()) {
      status.putNull("currentMetrics");
    } else {
      status.set("currentMetrics", measured);
    }
  }

  private void warn(ApiObject autoscaler, String reason, String message) {
    context.warning(AUTOSCALERS, autoscaler, reason, message);
  }

  /** Sets a condition. Keeps its place in the list, and also its time if its status is the same. */
  private void condition(
      ObjectNode status, String type, boolean value, String reason, String message) {
    ObjectNode condition =
        Conditions.condition(
            status, type, value ? "True" : "False", reason, message, context.now());
    JsonNode current = Conditions.find(status.path("conditions"), type);
    if (current.path("status").equals(condition.path("status"))) {
      condition.set("lastTransitionTime", current.path("lastTransitionTime"));
    }
    Conditions.replaceInPlace(status, condition);
  }
}
