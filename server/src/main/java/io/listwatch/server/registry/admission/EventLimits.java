package io.listwatch.server.registry.admission;

import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** Reads the limits in the configuration of the plug-in EventRateLimit. */
final class EventLimits {
  private static final List<String> TYPES =
      List.of("Namespace", "Server", "SourceAndObject", "User");
  private static final int CACHE_SIZE = 4096;

  private EventLimits() {}

  /**
   * Returns the limits.
   *
   * @throws IllegalArgumentException if there are none, or one is invalid
   */
  static List<EventLimit.Settings> read(JsonValue limits) {
    var settings = new ArrayList<EventLimit.Settings>();
    for (JsonValue each : limits) {
      String path = "limits[" + settings.size() + "].";
      String type = each.path("type").asText();
      check(TYPES.contains(type), path + "type: " + type, "one of " + String.join(", ", TYPES));
      int size = number(each, path, "cacheSize", 0);
      settings.add(
          new EventLimit.Settings(
              type,
              number(each, path, "qps", 1),
              number(each, path, "burst", 1),
              size == 0 ? CACHE_SIZE : size));
    }
    check(!settings.isEmpty(), "limits: none", "at least one");
    return List.copyOf(settings);
  }

  private static int number(JsonValue limit, String path, String member, int min) {
    long number = limit.path(member).asLong();
    check(
        number >= min && number <= Integer.MAX_VALUE,
        path + member + ": " + number,
        "a number of at least " + min);
    return (int) number;
  }

  private static void check(boolean valid, String what, String expected) {
    if (!valid) {
      throw new IllegalArgumentException("%s (expected: %s)".formatted(what, expected));
    }
  }
}
