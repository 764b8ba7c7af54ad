package io.listwatch.server.registry.table;

import static io.listwatch.server.registry.table.Trees.elements;
import static io.listwatch.server.registry.table.Trees.text;

import io.listwatch.model.GroupVersion;
import io.listwatch.objects.json.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The table rows of component statuses, API services and controller revisions. */
public final class ControlRows {
  private ControlRows() {}

  public static List<Object> component(JsonValue component, Instant now) {
    for (JsonValue each : component.path("conditions")) {
      if (text(each, "type").equals("Healthy")) {
        boolean healthy = text(each, "status").equals("True");
        return List.of(
            Metadata.name(component),
            healthy ? "Healthy" : "Unhealthy",
            text(each, "message"),
            text(each, "error"));
      }
    }
    return List.of(Metadata.name(component), "Unknown", "", "");
  }

  public static List<Object> apiService(JsonValue apiService, Instant now) {
    JsonValue service = apiService.path("spec").path("service");
    return List.of(
        Metadata.name(apiService),
        service.isObject() ? text(service, "namespace") + "/" + text(service, "name") : "Local",
        available(apiService.path("status").path("conditions")),
        Metadata.age(apiService, now));
  }

  private static String available(JsonValue conditions) {
    for (JsonValue each : conditions) {
      if (text(each, "type").equals("Available")) {
        String status = text(each, "status");
        String reason = text(each, "reason");
        return status.equals("True") || reason.isEmpty() ? status : status + " (" + reason + ")";
      }
    }
    return "Unknown";
  }

  public static List<Object> revision(JsonValue revision, Instant now) {
    String controller =
        elements(revision.path("metadata").path("ownerReferences")).stream()
            .filter(each -> each.path("controller").asBoolean())
            .findFirst()
            .map(ControlRows::owner)
            .orElse(Placeholders.NONE);
    return List.of(
        Metadata.name(revision),
        controller,
        revision.path("revision").asLong(),
        Metadata.age(revision, now));
  }

  private static String owner(JsonValue owner) {
    String group = GroupVersion.of(text(owner, "apiVersion")).group();
    String kind = text(owner, "kind") + (group.isEmpty() ? "" : "." + group);
    return kind.toLowerCase(Locale.ROOT) + "/" + text(owner, "name");
  }
}
