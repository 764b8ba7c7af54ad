package io.listwatch.workloads.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Quantity;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/** Quantities of resources by name, in thousandths. */
record Requests(Map<String, Long> quantities) {
  static final Requests NONE = new Requests(Map.of());

  Requests {
    quantities = Map.copyOf(quantities);
  }

  /**
   * Returns the resources that a pod requests: the sum of its containers and sidecars, or the
   * largest init container with the sidecars that start before it, if that is more. Pod-level
   * requests replace these. Its overhead is added, and 1 for the resource "pods".
   */
  static Requests of(ApiObject pod) {
    Requests sidecars = NONE;
    Requests most = NONE;
    for (JsonNode container : pod.spec().path("initContainers")) {
      Requests request = of(container.at("/resources/requests"));
      if (container.path("restartPolicy").asText().equals("Always")) {
        sidecars = sidecars.plus(request);
      } else {
        most = most.max(request.plus(sidecars));
      }
    }
    Requests running = sidecars;
    for (JsonNode container : pod.spec().path("containers")) {
      running = running.plus(of(container.at("/resources/requests")));
    }
    return running
        .max(most)
        .replacedBy(of(pod.spec().at("/resources/requests")))
        .plus(of(pod.spec().path("overhead")))
        .plus(new Requests(Map.of("pods", 1000L)));
  }

  /** Reads a list of resources, such as {@code status.allocatable} of a node. */
  static Requests of(JsonNode resources) {
    var quantities = new HashMap<String, Long>();
    resources
        .properties()
        .forEach(each -> quantities.put(each.getKey(), Quantity.milli(each.getValue())));
    return new Requests(quantities);
  }

  Requests plus(Requests other) {
    return combined(other, Math::addExact);
  }

  /** Subtracts what {@link #plus} has added. */
  Requests minus(Requests other) {
    return combined(other, Math::subtractExact);
  }

  private Requests max(Requests other) {
    return combined(other, Math::max);
  }

  private Requests replacedBy(Requests other) {
    return combined(other, (before, amount) -> amount);
  }

  private Requests combined(Requests other, LongBinaryOperator operator) {
    var result = new HashMap<>(quantities);
    other.quantities.forEach(
        (name, amount) -> result.put(name, operator.applyAsLong(of(name), amount)));
    return new Requests(result);
  }

  long of(String name) {
    return quantities.getOrDefault(name, 0L);
  }
}
