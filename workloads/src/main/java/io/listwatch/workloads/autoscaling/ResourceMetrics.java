package io.listwatch.workloads.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.listwatch.client.ApiClient;
import io.listwatch.client.http.ApiRequest;
import io.listwatch.model.ApiException;
import io.listwatch.workloads.object.ApiObject;
import io.listwatch.workloads.object.Quantity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Reads the usage of pods from the metrics API. */
final class ResourceMetrics {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ApiClient client;

  ResourceMetrics(ApiClient client) {
    this.client = client;
  }

  /**
   * Returns the usage of a resource by the pods that a selector matches.
   *
   * @param container the only container that counts; empty for all
   */
  Map<String, PodUsage> usage(String namespace, String selector, String resource, String container)
      throws MetricFailure, InterruptedException {
    JsonNode items = list(namespace, selector, resource);
    if (items.isEmpty()) {
      throw new MetricFailure(
          unavailable(resource, "no metrics returned from resource metrics API"));
    }
    var usage = new HashMap<String, PodUsage>();
    for (JsonNode item : items) {
      used(item, resource, container)
          .ifPresent(
              milli ->
                  usage.put(
                      item.at("/metadata/name").asText(),
                      new PodUsage(
                          milli,
                          ApiObject.time(item.path("timestamp")),
                          window(item.path("window").asText()))));
    }
    return usage;
  }

  private static String unavailable(String resource, String reason) {
    return "unable to get metrics for resource %s: %s".formatted(resource, reason);
  }

  private JsonNode list(String namespace, String selector, String resource)
      throws MetricFailure, InterruptedException {
    ApiRequest request =
        ApiRequest.get("/apis/metrics.k8s.io/v1beta1/namespaces/%s/pods".formatted(namespace))
            .query("labelSelector", selector);
    try {
      return JSON.readTree(client.call(request)).path("items");
    } catch (ApiException failure) {
      throw new MetricFailure(
          unavailable(
              resource,
              "unable to fetch metrics from resource metrics API: " + failure.getMessage()));
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /** Parses a duration of Go, such as {@code 30s}. */
  private static Duration window(String text) {
    try {
      return Duration.parse("PT" + text);
    } catch (DateTimeParseException malformed) {
      return Duration.ZERO;
    }
  }

  private static OptionalLong used(JsonNode pod, String resource, String container) {
    long sum = 0;
    boolean found = false;
    for (JsonNode each : pod.path("containers")) {
      if (container.isEmpty() || each.path("name").asText().equals(container)) {
        JsonNode amount = each.path("usage").path(resource);
        if (amount.isMissingNode()) {
          return OptionalLong.empty();
        }
        sum += Quantity.milli(amount);
        found = true;
      }
    }
    return found ? OptionalLong.of(sum) : OptionalLong.empty();
  }
}
