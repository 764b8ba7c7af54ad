package io.listwatch.objects.quota;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures how much of a quota the objects of one resource use. A quota has names such as {@code
 * requests.cpu} or {@code count/configmaps}.
 */
public interface QuotaEvaluator {
  /**
   * Returns the evaluator of a resource.
   *
   * @param resource such as {@code deployments.apps}
   */
  static QuotaEvaluator of(String resource) {
    return switch (resource) {
      case "pods" -> new PodEvaluator();
      case "services" -> new ServiceEvaluator();
      case "persistentvolumeclaims" -> new ClaimEvaluator();
      case "resourceclaims.resource.k8s.io" -> new DeviceClaimEvaluator();
      case "configmaps", "resourcequotas", "replicationcontrollers", "secrets" ->
          new ObjectCount(List.of("count/" + resource, resource));
      default -> new ObjectCount(List.of("count/" + resource));
    };
  }

  /**
   * True if the write may change the usage.
   *
   * @param subresource empty for the object itself
   * @param old null for a create
   */
  default boolean handles(String subresource, JsonValue object, @Nullable JsonValue old) {
    return subresource.isEmpty();
  }

  /** Returns the names of a quota that this evaluator measures. */
  Set<String> matching(Collection<String> names);

  /** Returns the names that an object must specify but does not; empty if none is missing. */
  default String missing(Collection<String> names, JsonValue object) {
    return "";
  }

  /** True if an object is in a scope of a quota. */
  default boolean isIn(QuotaScope scope, JsonValue object) {
    return false;
  }

  /** Returns the usage of one object. */
  ResourceQuantities usage(JsonValue object, Instant now);
}
