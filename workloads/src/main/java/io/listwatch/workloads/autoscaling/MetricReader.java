package io.listwatch.workloads.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.selector.LabelSelector;
import io.listwatch.workloads.control.ControllerContext;
import io.listwatch.workloads.control.ScaleClient;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Quantity;
import io.listwatch.workloads.object.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the metrics of an autoscaler and returns the largest number of replicas they ask for. */
final class MetricReader {
  private final ControllerContext context;
  private final ResourceMetrics usage;

  MetricReader(ControllerContext context) {
    this.context = context;
    this.usage = new ResourceMetrics(context.client());
  }

  /** A metric that could not be used. */
  record Failure(String reason, String message, String summary) {}

  /** A metric that was read, its place in the status, and the replicas that it asks for. */
  private record Reading(
      String type, String field, JsonNode source, String metric, ReplicaProposal proposal) {
    /** Returns the entry of {@code status.currentMetrics}. */
    ObjectNode status() {
      ObjectNode status = JsonNodeFactory.instance.objectNode().put("type", type);
      ObjectNode entry = status.putObject(field);
      entry.set("name", source.path("name"));
      if (source.has("container")) {
        entry.set("container", source.path("container"));
      }
      ObjectNode current = entry.putObject("current");
      if (proposal.utilization() != null) {
        current.put("averageUtilization", proposal.utilization());
      }
      boolean memory = source.path("name").asText().equals("memory");
      current.put("averageValue", Quantity.ofMilli(proposal.average(), memory));
      return status;
    }
  }

  /**
   * The result of all metrics.
   *
   * @param metric the metric that asks for the most replicas
   * @param statuses the entries of {@code status.currentMetrics}, one for each metric
   */
  record Result(int replicas, String metric, List<ObjectNode> statuses, List<Failure> failures) {
    Result {
      statuses = List.copyOf(statuses);
      failures = List.copyOf(failures);
    }

    static Result failed(String message) {
      return new Result(0, "", List.of(), List.of(new Failure("", message, message)));
    }

    /**
     * True if nothing may be scaled: every metric failed, or one failed and the others would scale
     * down.
     */
    boolean unusable(int current) {
      return failures.size() >= total() || (!failures.isEmpty() && replicas < current);
    }

    String failure() {
      return "invalid metrics (%d invalid out of %d), first error is: %s"
          .formatted(failures.size(), total(), failures.get(0).summary());
    }

    private int total() {
      return Math.max(1, statuses.size());
    }
  }

  Result read(ApiObject autoscaler, ScaleClient.Scale scale, LabelSelector selector)
      throws InterruptedException {
    List<ApiObject> pods =
        context.inNamespace(Types.PODS, autoscaler.namespace()).stream()
            .filter(pod -> selector.matches(pod.labels()))
            .toList();
    var readings = new ArrayList<Reading>();
    var statuses = new ArrayList<ObjectNode>();
    var failures = new ArrayList<Failure>();
    JsonNode metrics = autoscaler.spec().path("metrics");
    for (JsonNode metric : metrics) {
      String type = metric.path("type").asText();
      String field = type.substring(0, 1).toLowerCase(Locale.ROOT) + type.substring(1);
      try {
        Reading reading = read(autoscaler, scale, pods, type, field, metric.path(field));
        readings.add(reading);
        statuses.add(reading.status());
      } catch (MetricFailure failure) {
        statuses.add(JsonNodeFactory.instance.objectNode().put("type", ""));
        failures.add(failure(type, metric.path(field), failure.getMessage()));
      }
    }
    @Nullable Reading most = null;
    for (Reading each : readings) {
      if (most == null || each.proposal().replicas() > most.proposal().replicas()) {
        most = each;
      }
    }
    return new Result(
        most == null ? 0 : most.proposal().replicas(),
        most == null ? "" : most.metric(),
        statuses,
        failures);
  }

  private static Failure failure(String type, JsonNode source, String message) {
    String summary =
        switch (type) {
          case "Resource" ->
              "failed to get %s resource metric value: %s"
                  .formatted(source.path("name").asText(), message);
          case "ContainerResource" ->
              "failed to get %s container metric value: %s"
                  .formatted(source.path("container").asText(), message);
          default ->
              "failed to get %s metric value: %s".formatted(type.toLowerCase(Locale.ROOT), message);
        };
    return new Failure("FailedGet" + type + "Metric", message, summary);
  }

  private Reading read(
      ApiObject autoscaler,
      ScaleClient.Scale scale,
      List<ApiObject> pods,
      String type,
      String field,
      JsonNode source)
      throws MetricFailure, InterruptedException {
    if (!type.equals("Resource") && !type.equals("ContainerResource")) {
      throw new MetricFailure("only metrics.k8s.io is read: no custom and no external metrics");
    }
    String resource = source.path("name").asText();
    String container = source.path("container").asText();
    JsonNode target = source.path("target");
    boolean utilization = !target.has("averageValue");
    try {
      Map<String, PodUsage> measured =
          usage.usage(autoscaler.namespace(), scale.selector(), resource, container);
      if (pods.isEmpty()) {
        throw new MetricFailure("no pods returned by selector while calculating replica count");
      }
      PodGroups groups = PodGroups.of(pods, measured, resource, context.now());
      ReplicaProposal.Tolerance tolerance = tolerance(autoscaler.spec().path("behavior"));
      if (!utilization) {
        long value = Math.max(1, Quantity.milli(target.path("averageValue")));
        return new Reading(
            type,
            field,
            source,
            resource + " resource",
            ReplicaProposal.forAverage(scale.wanted(), value, groups, tolerance));
      }
      String what = type.equals("Resource") ? " resource" : " container resource";
      return new Reading(
          type,
          field,
          source,
          resource + what + " utilization (percentage of request)",
          ReplicaProposal.forUtilization(
              scale.wanted(),
              Math.max(1, target.path("averageUtilization").asInt()),
              groups,
              PodRequests.of(pods, container, resource),
              tolerance));
    } catch (MetricFailure failure) {
      throw new MetricFailure(
          "failed to get %s %s: %s"
              .formatted(resource, utilization ? "utilization" : "usage", failure.getMessage()));
    }
  }

  private static ReplicaProposal.Tolerance tolerance(JsonNode behavior) {
    ReplicaProposal.Tolerance usual = ReplicaProposal.Tolerance.DEFAULT;
    return new ReplicaProposal.Tolerance(
        share(behavior.at("/scaleDown/tolerance"), usual.down()),
        share(behavior.at("/scaleUp/tolerance"), usual.up()));
  }

  private static double share(JsonNode quantity, double otherwise) {
    return quantity.isMissingNode() ? otherwise : Quantity.milli(quantity) / 1000.0;
  }
}
