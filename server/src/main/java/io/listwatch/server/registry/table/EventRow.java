package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.or;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The table row of an event, with the field names of either of its two API groups. */
public final class EventRow {
  private EventRow() {}

  public static List<Object> cells(JsonValue event, Instant now) {
    JsonValue about = either(event, "involvedObject", "regarding");
    String first = firstSeen(event, now);
    return List.of(
        lastSeen(event, first, now),
        text(event, "type"),
        text(event, "reason"),
        object(about),
        text(about, "fieldPath"),
        source(event),
        either(event, "message", "note").asText().strip(),
        first,
        count(event),
        Metadata.name(event));
  }

  private static JsonValue either(JsonValue event, String core, String other) {
    return event.has(core) ? event.path(core) : event.path(other);
  }

  private static String firstSeen(JsonValue event, Instant now) {
    String first = either(event, "firstTimestamp", "deprecatedFirstTimestamp").asText("");
    return HumanDuration.since(isTime(first) ? first : text(event, "eventTime"), now);
  }

  private static String lastSeen(JsonValue event, String first, Instant now) {
    if (event.path("series").isObject()) {
      return HumanDuration.since(text(event, "series", "lastObservedTime"), now);
    }
    String last = either(event, "lastTimestamp", "deprecatedLastTimestamp").asText("");
    return isTime(last) ? HumanDuration.since(last, now) : first;
  }

  private static boolean isTime(String text) {
    return HumanDuration.instant(text) != null;
  }

  private static String object(JsonValue about) {
    String kind = text(about, "kind").toLowerCase(Locale.ROOT);
    String name = text(about, "name");
    return name.isEmpty() ? kind : kind + "/" + name;
  }

  private static String source(JsonValue event) {
    JsonValue source = either(event, "source", "deprecatedSource");
    String controller = either(event, "reportingComponent", "reportingController").asText("");
    String component = or(text(source, "component"), controller);
    String instance = or(text(source, "host"), text(event, "reportingInstance"));
    return instance.isEmpty() ? component : component + ", " + instance;
  }

  /** Returns the number of occurrences; a missing count means one. */
  private static int count(JsonValue event) {
    if (event.path("series").isObject()) {
      return event.path("series").path("count").asInt();
    }
    return Math.max(1, either(event, "count", "deprecatedCount").asInt());
  }
}
