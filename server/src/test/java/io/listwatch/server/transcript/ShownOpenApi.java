package io.listwatch.server.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.JsonTrees;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a recording keeps of a document of OpenAPI, most of which is prose. */
final class ShownOpenApi {
  /** What the recordings that are about it begin with. */
  static final String PREFIX = "openapi ";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String KIND = "x-kubernetes-group-version-kind";

  private ShownOpenApi() {}

  static JsonNode of(String show, WireAnswer answer) {
    if (answer.text().isEmpty()) {
      return MissingNode.getInstance();
    }
    JsonNode document = JsonTrees.read(answer.text());
    String[] words = show.substring(PREFIX.length()).split(" ", 2);
    return switch (words[0]) {
      case "index" -> index(document);
      case "document" -> document(document);
      case "fields" -> fields(schema(document, words[1]));
      case "sharing" -> sharing(schema(document, words[1]));
      default -> throw new IllegalArgumentException("show: " + show);
    };
  }

  private static JsonNode index(JsonNode index) {
    ObjectNode urls = NODES.objectNode();
    index
        .path("paths")
        .properties()
        .forEach(each -> urls.set(each.getKey(), each.getValue().path("serverRelativeURL")));
    return urls;
  }

  private static JsonNode document(JsonNode document) {
    ObjectNode shown = NODES.objectNode();
    shown.set("openapi", document.path("openapi"));
    shown.set("info_title", document.path("info").path("title"));
    ObjectNode actions = shown.putObject("actions");
    ObjectNode paths = shown.putObject("paths");
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      ArrayNode methods = paths.putArray(path.getKey());
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
      String method, Map.Entry<String, JsonNode> path, ObjectNode actions) {
    JsonNode action = path.getValue().path(method).path("x-kubernetes-action");
    if (action.isTextual()) {
      actions.set(method + " " + path.getKey(), action);
    }
  }

  private static ObjectNode kinds(JsonNode schemas) {
    ObjectNode kinds = NODES.objectNode();
    for (Map.Entry<String, JsonNode> schema : schemas.properties()) {
      for (JsonNode kind : schema.getValue().path(KIND)) {
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

  private static JsonNode schema(JsonNode document, String name) {
    return document.path("components").path("schemas").path(name);
  }

  private static JsonNode fields(JsonNode schema) {
    ObjectNode shown = NODES.objectNode();
    names(schema.path("properties")).forEach(shown.putArray("fields")::add);
    var required = new TreeSet<String>();
    schema.path("required").forEach(each -> required.add(each.asText()));
    required.forEach(shown.putArray("required")::add);
    ObjectNode types = shown.putObject("types");
    schema
        .path("properties")
        .properties()
        .forEach(each -> types.set(each.getKey(), each.getValue().path("type")));
    return shown;
  }

  private static JsonNode sharing(JsonNode schema) {
    ObjectNode shown = NODES.objectNode();
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      ObjectNode said = NODES.objectNode();
      for (Map.Entry<String, JsonNode> each : property.getValue().properties()) {
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

  private static Set<String> names(JsonNode object) {
    var names = new TreeSet<String>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
