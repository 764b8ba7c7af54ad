package io.listwatch.client.event;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ResourceKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Writes events as JSON, in the core group, which every version of the API serves. */
final class EventJson {
  private EventJson() {}

  static String event(ResourceKey key, EventLog.Entry entry) {
    Occurrence occurrence = entry.occurrence();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("kind", "Event").put("apiVersion", "v1");
    json.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
    json.set("involvedObject", reference(occurrence.about()));
    json.put("reason", occurrence.reason());
    json.put("type", occurrence.type().word());
    EventSource source = occurrence.source();
    json.set("source", text("component", source.component()).put("host", source.instance()));
    json.put("reportingComponent", source.component()).put("reportingInstance", source.instance());
    json.put("firstTimestamp", time(entry.first()));
    return repeated(json, entry).toString();
  }

  /** Returns the patch for another occurrence of an event. */
  static String repetition(EventLog.Entry entry) {
    return repeated(JsonNodeFactory.instance.objectNode(), entry).toString();
  }

  private static ObjectNode repeated(ObjectNode json, EventLog.Entry entry) {
    return json.put("message", entry.occurrence().message())
        .put("count", entry.count())
        .put("lastTimestamp", time(entry.occurrence().at()));
  }

  private static ObjectNode reference(ObjectReference about) {
    return text("apiVersion", about.apiVersion())
        .put("kind", about.kind())
        .put("namespace", about.namespace())
        .put("name", about.name())
        .put("uid", about.uid())
        .put("resourceVersion", about.resourceVersion())
        .put("fieldPath", about.fieldPath());
  }

  private static ObjectNode text(String name, String value) {
    return JsonNodeFactory.instance.objectNode().put(name, value);
  }

  private static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
