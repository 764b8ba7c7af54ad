package io.listwatch.objects.kinds;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.Quantities;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How much of what it needs a pod is promised, which follows from what it asks for. */
public final class QualityOfService {
  private static final List<String> COUNTED = List.of("cpu", "memory");

  private QualityOfService() {}

  /** The class of a pod whose requests have been filled in. */
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

  /** What is said about the pod as a whole, or else about its containers. */
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

  /** Adds what counts; how much of it was there. */
  private static int add(JsonValue amounts, Map<String, BigDecimal> sums) {
    int found = 0;
    for (String name : COUNTED) {
      BigDecimal amount = Quantities.amount(amounts.path(name).asText());
      if (amount.signum() > 0) {
        found++;
        sums.merge(name, amount.stripTrailingZeros(), (a, b) -> a.add(b).stripTrailingZeros());
      }
    }
    return found;
  }
}
