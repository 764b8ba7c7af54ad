package io.listwatch.server.transcript;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reduces an OpenAPI document to the part that a recording keeps; most of it is descriptions. */
final class ShownOpenApi {
  /** Prefix of the {@code show} values for OpenAPI documents. */
  static final String PREFIX = "openapi ";

  private static final String KIND = "x-kubernetes-group-version-kind";

  private ShownOpenApi() {}

  static JsonValue of(String show, WireResponse answer) {
    if (answer.text().isEmpty()) {
      return JsonValue.MISSING;
    }
    JsonValue document = JsonTrees.read(answer.text());
    String[] words = show.substring(PREFIX.length()).split(" ", 2);
    return switch (words[0]) {
      case "index" -> index(document);
      case "document" -> document(document);
      case "fields" -> fields(schema(document, words[1]));
      case "sharing" -> sharing(schema(document, words[1]));
      default -> throw new IllegalArgumentException("show: " + show);
    };
  }

  private static JsonValue index(JsonValue index) {
    JsonObject urls = new JsonObject();
    index
        .path("paths")
        .properties()
        .forEach(each -> urls.set(each.getKey(), each.getValue().path("serverRelativeURL")));
    return urls;
  }

  private static JsonValue document(JsonValue document) {
    JsonObject shown = new JsonObject();
    shown.set("openapi", document.path("openapi"));
    shown.set("info_title", document.path("info").path("title"));
    JsonObject actions = shown.putObject("actions");
    JsonObject paths = shown.putObject("paths");
    for (Map.Entry<String, JsonValue> path : document.path("paths").properties()) {
      JsonArray methods = paths.putArray(path.getKey());
      for (String method : names(path.getValue())) {
        if (!method.equals("parameters")) {
          methods.add(method);
          addAction(method, path, actions);
        }
      }
    }
    shown.set("kinds", kinds(document.at("/components/schemas")));
    return shown;
  }

  private static void addAction(
      String method, Map.Entry<String, JsonValue> path, JsonObject actions) {
    JsonValue action = path.getValue().path(method).path("x-kubernetes-action");
    if (action.isText()) {
      actions.set(method + " " + path.getKey(), action);
    }
  }

  private static JsonObject kinds(JsonValue schemas) {
    JsonObject kinds = new JsonObject();
    for (Map.Entry<String, JsonValue> schema : schemas.properties()) {
      for (JsonValue kind : schema.getValue().path(KIND)) {
        kinds.put(
            "%s/%s %s"
                .formatted(
                    kind.path("group").asText(),
                    kind.path("version").asText(),
                    kind.path("kind").asText()),
            schema.getKey());
      }
    }
    return kinds;
  }

  private static JsonValue schema(JsonValue document, String name) {
    return document.path("components").path("schemas").path(name);
  }

  private static JsonValue fields(JsonValue schema) {
    JsonObject shown = new JsonObject();
    names(schema.path("properties")).forEach(shown.putArray("fields")::add);
    var required = new TreeSet<String>();
    schema.path("required").forEach(each -> required.add(each.asText()));
    required.forEach(shown.putArray("required")::add);
    JsonObject types = shown.putObject("types");
    schema
        .path("properties")
        .properties()
        .forEach(each -> types.set(each.getKey(), each.getValue().path("type")));
    return shown;
  }

  private static JsonValue sharing(JsonValue schema) {
    JsonObject shown = new JsonObject();
    for (Map.Entry<String, JsonValue> property : schema.path("properties").properties()) {
      JsonObject said = new JsonObject();
      for (Map.Entry<String, JsonValue> each : property.getValue().properties()) {
        if (each.getKey().startsWith("x-kubernetes-")) {
          said.set(each.getKey(), each.getValue());
        }
      }
      if (!said.isEmpty()) {
        shown.set(property.getKey(), said);
      }
    }
    return shown;
  }

  private static Set<String> names(JsonValue object) {
    var names = new TreeSet<String>();
    names.addAll(object.fieldNames());
    return names;
  }
}
