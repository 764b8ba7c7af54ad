package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Quantities;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes the QoS class of a pod from its requests and limits. */
public final class QualityOfService {
  private static final List<String> COUNTED = List.of("cpu", "memory");

  private QualityOfService() {}

  /** Returns the QoS class of a pod that has its defaults. */
  public static String of(JsonObject pod) {
    var requests = new HashMap<String, BigDecimal>();
    var limits = new HashMap<String, BigDecimal>();
    boolean limited = true;
    for (JsonValue resources : resources(pod.path("spec"))) {
      add(resources.path("requests"), requests);
      limited &= add(resources.path("limits"), limits) == COUNTED.size();
    }
    if (requests.isEmpty() && limits.isEmpty()) {
      return "BestEffort";
    }
    return limited && requests.equals(limits) ? "Guaranteed" : "Burstable";
  }

  /** Returns the pod-level resources if there are any, else those of each container. */
  private static List<JsonValue> resources(JsonValue spec) {
    JsonValue whole = spec.path("resources");
    if (whole.isObject()) {
      return List.of(whole);
    }
    var each = new ArrayList<JsonValue>();
    spec.path("containers").forEach(container -> each.add(container.path("resources")));
    spec.path("initContainers").forEach(container -> each.add(container.path("resources")));
    return each;
  }

  /** Adds positive CPU and memory quantities to the sums. Returns the number of them found. */
  private static int add(JsonValue quantities, Map<String, BigDecimal> sums) {
    int found = 0;
    for (String name : COUNTED) {
      BigDecimal quantity = Quantities.decimalValue(quantities.path(name).asText());
      if (quantity.signum() > 0) {
        found++;
        sums.merge(name, quantity.stripTrailingZeros(), (a, b) -> a.add(b).stripTrailingZeros());
      }
    }
    return found;
  }
}
