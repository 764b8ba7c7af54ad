package io.listwatch.workloads.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests of pods for one resource, in thousandths. */
final class PodRequests {
  private PodRequests() {}

  /**
   * Returns the requests by pod.
   *
   * @param container the only container that counts; empty for all
   * @throws MetricFailure if a container has no request, so that there is no utilization
   */
  static Map<String, Long> of(List<ApiObject> pods, String container, String resource)
      throws MetricFailure {
    var requests = new HashMap<String, Long>();
    for (ApiObject pod : pods) {
      requests.put(pod.name(), of(pod, container, resource));
    }
    return requests;
  }

  private static long of(ApiObject pod, String container, String resource) throws MetricFailure {
    JsonNode whole = pod.spec().path("resources").path("requests").path(resource);
    if (container.isEmpty() && !whole.isMissingNode()) {
      return Quantity.milli(whole);
    }
    long sum = 0;
    boolean found = false;
    for (JsonNode each : containers(pod)) {
      String name = each.path("name").asText();
      if (container.isEmpty() || container.equals(name)) {
        JsonNode request = each.path("resources").path("requests").path(resource);
        if (request.isMissingNode()) {
          throw new MetricFailure(
              "missing request for %s in container %s of Pod %s"
                  .formatted(resource, name, pod.name()));
        }
        sum += Quantity.milli(request);
        found = true;
      }
    }
    if (!found) {
      throw new MetricFailure("container %s not found in Pod %s".formatted(container, pod.name()));
    }
    return sum;
  }

  /** Returns the containers that count, including sidecars. */
  private static List<JsonNode> containers(ApiObject pod) {
    var containers = new ArrayList<JsonNode>();
    pod.spec().path("containers").forEach(containers::add);
    for (JsonNode each : pod.spec().path("initContainers")) {
      if (each.path("restartPolicy").asText().equals("Always")) {
        containers.add(each);
      }
    }
    return containers;
  }
}
