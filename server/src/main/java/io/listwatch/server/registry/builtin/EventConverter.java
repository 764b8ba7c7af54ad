package io.listwatch.server.registry.builtin;

import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import java.util.Map;

/**
 * Converts events between the stored core {@code v1} and {@code events.k8s.io/v1}, which has other
 * field names.
 */
final class EventConverter extends TreeConverter {
  /** The served field name by the stored one. */
  private static final Map<String, String> NAMES =
      Map.of(
          "involvedObject", "regarding",
          "message", "note",
          "source", "deprecatedSource",
          "firstTimestamp", "deprecatedFirstTimestamp",
          "lastTimestamp", "deprecatedLastTimestamp",
          "count", "deprecatedCount",
          "reportingComponent", "reportingController");

  EventConverter() {
    super(
        ResourceType.namespaced("v1", "Event", "events"),
        ResourceType.namespaced("events.k8s.io/v1", "Event", "events"));
  }

  @Override
  void toServed(JsonObject object) {
    NAMES.forEach((stored, served) -> rename(object, stored, served));
  }

  @Override
  void toStored(JsonObject object) {
    NAMES.forEach((stored, served) -> rename(object, served, stored));
  }

  @Override
  public String storedField(String served) {
    for (Map.Entry<String, String> each : NAMES.entrySet()) {
      if (served.equals(each.getValue()) || served.startsWith(each.getValue() + ".")) {
        return each.getKey() + served.substring(each.getValue().length());
      }
    }
    return served;
  }
}
