package io.listwatch.objects.quota;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Counts ResourceClaims and the devices of each class that they request. */
final class DeviceClaimEvaluator implements QuotaEvaluator {
  private static final String CLAIMS = "count/resourceclaims.resource.k8s.io";
  private static final String OF_CLASS = ".deviceclass.resource.k8s.io/devices";

  /** The number of devices that a request for all devices counts as. */
  private static final long MAX_DEVICES = 32;

  @Override
  public Set<String> matching(Collection<String> names) {
    Set<String> found = new TreeSet<>();
    for (String each : names) {
      if (each.equals(CLAIMS) || each.endsWith(OF_CLASS)) {
        found.add(each);
      }
    }
    return found;
  }

  @Override
  public ResourceQuantities usage(JsonValue object, Instant now) {
    var devices = new TreeMap<String, Long>();
    for (JsonValue request : object.path("spec").path("devices").path("requests")) {
      if (request.path("firstAvailable").isEmpty()) {
        if (request.hasNonNull("exactly")) {
          devices.merge(name(request.path("exactly")), count(request.path("exactly")), Long::sum);
        }
      } else {
        most(request.path("firstAvailable"))
            .forEach((name, count) -> devices.merge(name, count, Long::sum));
      }
    }
    var usage = new TreeMap<String, String>();
    devices.forEach((name, count) -> usage.put(name, count.toString()));
    usage.put(CLAIMS, "1");
    return ResourceQuantities.of(usage);
  }

  /** Returns the largest number of devices of each class that one of the alternatives requests. */
  private static Map<String, Long> most(JsonValue alternatives) {
    var most = new HashMap<String, Long>();
    alternatives.forEach(each -> most.merge(name(each), count(each), Math::max));
    return most;
  }

  private static String name(JsonValue request) {
    return request.path("deviceClassName").asText() + OF_CLASS;
  }

  private static long count(JsonValue request) {
    return switch (request.path("allocationMode").asText()) {
      case "ExactCount" -> request.path("count").asLong();
      case "All" -> MAX_DEVICES;
      default -> 0;
    };
  }
}
