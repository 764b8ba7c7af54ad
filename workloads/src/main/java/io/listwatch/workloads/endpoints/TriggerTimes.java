package io.listwatch.workloads.endpoints;

import io.listwatch.model.ResourceKey;
import io.listwatch.workloads.object.ApiObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Finds the time of the change that made a controller write endpoints: of a pod's readiness, or the
 * creation of the Service. kube-proxy measures the delay of its rules from that time.
 *
 * <p>Thread-safe, if each Service has one thread at a time.
 */
final class TriggerTimes {
  /** The times last seen for each Service. An entry is removed with its Service. */
  private final Map<ResourceKey, Seen> seen = new ConcurrentHashMap<>();

  private record Seen(Instant service, Map<String, Instant> pods) {}

  /** Returns the earliest change since the last call for a Service; empty if there is none. */
  Optional<Instant> next(ApiObject service, List<ApiObject> pods) {
    var times = new HashMap<String, Instant>();
    for (ApiObject pod : pods) {
      Instant changed = ApiObject.time(pod.condition("Ready").path("lastTransitionTime"));
      if (!changed.equals(Instant.EPOCH)) {
        times.put(pod.name(), changed);
      }
    }
    Seen last = seen.put(service.key(), new Seen(service.created(), Map.copyOf(times)));
    if (last == null) {
      return Optional.of(service.created());
    }
    return Stream.concat(
            times.entrySet().stream()
                .filter(
                    each ->
                        each.getValue()
                            .isAfter(last.pods().getOrDefault(each.getKey(), Instant.EPOCH)))
                .map(Map.Entry::getValue),
            Stream.of(service.created()).filter(time -> time.isAfter(last.service())))
        .min(Instant::compareTo);
  }

  void forget(ResourceKey service) {
    seen.remove(service);
  }
}
