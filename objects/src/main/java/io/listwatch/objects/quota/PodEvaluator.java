package io.listwatch.objects.quota;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.kinds.QualityOfService;
import io.listwatch.objects.limits.PodResources;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counts pods and the resources that their containers request and are limited to. */
final class PodEvaluator implements QuotaEvaluator {
  private static final String COUNT = "count/pods";
  private static final Set<String> ENDED = Set.of("Failed", "Succeeded");
  private static final List<String> COMPUTE = List.of("cpu", "memory", "ephemeral-storage");

  private static final Set<String> MEASURED =
      Set.of(
          COUNT,
          "pods",
          "cpu",
          "memory",
          "ephemeral-storage",
          "requests.cpu",
          "requests.memory",
          "requests.ephemeral-storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage");

  /** The names that every container must specify if a quota has them. */
  private static final Set<String> REQUIRED =
      Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

  @Override
  public boolean handles(String subresource, JsonValue object, @Nullable JsonValue old) {
    return switch (subresource) {
      case "" -> old == null || isTerminating(old) != isTerminating(object);
      case "resize" -> old != null;
      default -> false;
    };
  }

  @Override
  public Set<String> matching(Collection<String> names) {
    Set<String> found = new TreeSet<>();
    for (String each : names) {
      if (MEASURED.contains(each)
          || each.startsWith("hugepages-")
          || each.startsWith("requests.hugepages-")
          || (each.startsWith("requests.") && isExtended(each.substring("requests.".length())))) {
        found.add(each);
      }
    }
    return found;
  }

  /** True for resources with a domain that is not Kubernetes' own, such as a device. */
  private static boolean isExtended(String name) {
    return name.startsWith("deviceclass.resource.kubernetes.io/")
        || (name.contains("/") && !name.contains("kubernetes.io/"));
  }

  @Override
  public String missing(Collection<String> names, JsonValue object) {
    JsonValue spec = object.path("spec");
    if (!spec.path("resources").path("requests").isEmpty()
        || !spec.path("resources").path("limits").isEmpty()) {
      return "";
    }
    var missing = new TreeMap<String, Set<String>>();
    for (String list : List.of("containers", "initContainers")) {
      for (JsonValue container : spec.path(list)) {
        for (String each : names) {
          if (REQUIRED.contains(each) && !isGiven(each, container.path("resources"))) {
            missing
                .computeIfAbsent(each, none -> new TreeSet<>())
                .add(container.path("name").asText());
          }
        }
      }
    }
    return missing.isEmpty()
        ? ""
        : "must specify "
            + missing.entrySet().stream()
                .map(each -> each.getKey() + " for: " + String.join(",", each.getValue()))
                .collect(Collectors.joining("; "));
  }

  /** True if a container specifies one of the {@link #REQUIRED} names. */
  private static boolean isGiven(String name, JsonValue resources) {
    int prefix = name.indexOf('.') + 1;
    String side = name.startsWith("limits.") ? "limits" : "requests";
    return resources.path(side).has(name.substring(prefix));
  }

  @Override
  public boolean isIn(QuotaScope scope, JsonValue object) {
    return switch (scope.name()) {
      case "Terminating" -> isTerminating(object);
      case "NotTerminating" -> !isTerminating(object);
      case "BestEffort" -> isBestEffort(object);
      case "NotBestEffort" -> !isBestEffort(object);
      case "PriorityClass" -> scope.selects(object.path("spec").path("priorityClassName").asText());
      case "CrossNamespacePodAffinity" ->
          namesOtherNamespaces(object.path("spec").path("affinity"));
      default -> false;
    };
  }

  /** True if the pod has a deadline, as the quota scope Terminating requires. */
  private static boolean isTerminating(JsonValue pod) {
    JsonValue deadline = pod.path("spec").path("activeDeadlineSeconds");
    return deadline.isNumber() && deadline.asLong() >= 0;
  }

  private static boolean isBestEffort(JsonValue pod) {
    return pod instanceof JsonObject object && QualityOfService.of(object).equals("BestEffort");
  }

  private static boolean namesOtherNamespaces(JsonValue affinity) {
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      JsonValue terms = affinity.path(kind);
      for (JsonValue each : terms.path("requiredDuringSchedulingIgnoredDuringExecution")) {
        if (namesOtherNamespacesTerm(each)) {
          return true;
        }
      }
      for (JsonValue each : terms.path("preferredDuringSchedulingIgnoredDuringExecution")) {
        if (namesOtherNamespacesTerm(each.path("podAffinityTerm"))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean namesOtherNamespacesTerm(JsonValue term) {
    return !term.path("namespaces").isEmpty() || term.hasNonNull("namespaceSelector");
  }

  @Override
  public ResourceQuantities usage(JsonValue object, Instant now) {
    if (hasEnded(object, now)) {
      return ResourceQuantities.one(List.of(COUNT));
    }
    JsonValue spec = object.path("spec");
    JsonObject requests =
        PodResources.withOverhead(PodResources.total(spec, "requests"), spec, "requests");
    JsonObject limits =
        PodResources.withOverhead(PodResources.total(spec, "limits"), spec, "limits");
    SortedMap<String, String> usage = compute(requests, limits);
    usage.put("pods", "1");
    usage.put(COUNT, "1");
    return ResourceQuantities.ofSorted(usage);
  }

  /** True if the pod no longer uses resources: it has ended, or its grace period is long over. */
  private static boolean hasEnded(JsonValue pod, Instant now) {
    if (ENDED.contains(pod.path("status").path("phase").asText())) {
      return true;
    }
    JsonValue metadata = pod.path("metadata");
    JsonValue grace = metadata.path("deletionGracePeriodSeconds");
    String deleted = metadata.path("deletionTimestamp").asText();
    if (deleted.isEmpty() || !grace.isNumber()) {
      return false;
    }
    try {
      return now.isAfter(Instant.parse(deleted).plus(Duration.ofSeconds(grace.asLong())));
    } catch (DateTimeParseException | ArithmeticException malformed) {
      return false;
    }
  }

  private static SortedMap<String, String> compute(JsonValue requests, JsonValue limits) {
    var usage = new TreeMap<String, String>();
    for (String name : COMPUTE) {
      if (requests.has(name)) {
        usage.put(name, requests.path(name).asText());
        usage.put("requests." + name, requests.path(name).asText());
      }
      if (limits.has(name)) {
        usage.put("limits." + name, limits.path(name).asText());
      }
    }
    for (Map.Entry<String, JsonValue> each : requests.properties()) {
      if (each.getKey().startsWith("hugepages-")) {
        usage.put(each.getKey(), each.getValue().asText());
        usage.put("requests." + each.getKey(), each.getValue().asText());
      } else if (isExtended(each.getKey())) {
        usage.put("requests." + each.getKey(), each.getValue().asText());
      }
    }
    return usage;
  }
}
