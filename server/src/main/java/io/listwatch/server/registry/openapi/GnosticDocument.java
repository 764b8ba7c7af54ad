package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.List;
import java.util.Map;

/**
 * Writes the V2 document as gnostic's protobuf message {@code openapi.v2.Document}. The numbers in
 * the code are its field numbers. Free-form values, such as extensions, are embedded as YAML; JSON
 * is valid YAML.
 */
final class GnosticDocument {
  private GnosticDocument() {}

  static byte[] v2(Map<String, List<Operation>> paths, DocumentSchemas schemas) {
    return new MessageFields()
        .text(1, "2.0")
        .message(2, new MessageFields().text(1, "Kubernetes").text(2, JsonDocument.VERSION))
        .message(8, paths(paths))
        .message(9, ProtobufSchemas.named(schemas.all()))
        .message(12, security())
        .message(13, securityDefinitions())
        .toByteArray();
  }

  private static MessageFields security() {
    var requirement = new MessageFields().text(1, "BearerToken").message(2, new MessageFields());
    return new MessageFields().message(1, requirement);
  }

  private static MessageFields securityDefinitions() {
    var apiKey = new MessageFields().text(1, "apiKey").text(2, "authorization").text(3, "header");
    var named =
        new MessageFields()
            .text(1, "BearerToken")
            .message(2, new MessageFields().message(2, apiKey));
    return new MessageFields().message(1, named);
  }

  private static MessageFields paths(Map<String, List<Operation>> paths) {
    var message = new MessageFields();
    paths.forEach(
        (path, operations) ->
            message.message(
                2,
                new MessageFields()
                    .text(1, path)
                    .message(2, item(PathItem.of(operations, OpenApiVersion.V2)))));
    return message;
  }

  private static MessageFields item(JsonObject item) {
    var message = new MessageFields();
    for (Map.Entry<String, JsonValue> each : item.properties()) {
      switch (each.getKey()) {
        case "get" -> message.message(2, operation(each.getValue()));
        case "put" -> message.message(3, operation(each.getValue()));
        case "post" -> message.message(4, operation(each.getValue()));
        case "delete" -> message.message(5, operation(each.getValue()));
        case "options" -> message.message(6, operation(each.getValue()));
        case "head" -> message.message(7, operation(each.getValue()));
        case "patch" -> message.message(8, operation(each.getValue()));
        default -> each.getValue().forEach(parameter -> message.message(9, parameter(parameter)));
      }
    }
    return message;
  }

  private static MessageFields operation(JsonValue operation) {
    var message = new MessageFields();
    for (Map.Entry<String, JsonValue> each : operation.properties()) {
      JsonValue value = each.getValue();
      switch (each.getKey()) {
        case "tags" -> value.forEach(tag -> message.element(1, tag.asText()));
        case "operationId" -> message.text(5, value.asText());
        case "produces" -> value.forEach(type -> message.element(6, type.asText()));
        case "consumes" -> value.forEach(type -> message.element(7, type.asText()));
        case "parameters" -> value.forEach(one -> message.message(8, parameter(one)));
        case "responses" -> message.message(9, responses(value));
        case "schemes" -> value.forEach(scheme -> message.element(10, scheme.asText()));
        default -> message.message(13, ProtobufSchemas.extension(each.getKey(), value));
      }
    }
    return message;
  }

  /**
   * Returns a {@code ParametersItem} with a parameter, not a reference, of the message type for its
   * place.
   */
  private static MessageFields parameter(JsonValue parameter) {
    var typed =
        switch (parameter.path("in").asText()) {
          case "body" -> new MessageFields().message(1, bodyParameter(parameter));
          case "path" -> nonBody(4, placed(parameter, 5, 19));
          default -> nonBody(3, placed(parameter, 6, 20));
        };
    return new MessageFields().message(1, typed);
  }

  private static MessageFields nonBody(int place, MessageFields parameter) {
    return new MessageFields().message(2, new MessageFields().message(place, parameter));
  }

  private static MessageFields placed(JsonValue parameter, int type, int uniqueItems) {
    return new MessageFields()
        .flag(1, parameter.path("required").asBoolean())
        .text(2, parameter.path("in").asText())
        .text(4, parameter.path("name").asText())
        .text(type, parameter.path("type").asText())
        .flag(uniqueItems, parameter.path("uniqueItems").asBoolean());
  }

  private static MessageFields bodyParameter(JsonValue parameter) {
    return new MessageFields()
        .text(2, parameter.path("name").asText())
        .text(3, "body")
        .flag(4, parameter.path("required").asBoolean())
        .message(5, ProtobufSchemas.schema(parameter.path("schema")));
  }

  private static MessageFields responses(JsonValue responses) {
    var message = new MessageFields();
    for (Map.Entry<String, JsonValue> each : responses.properties()) {
      var response = new MessageFields().text(1, each.getValue().path("description").asText());
      if (each.getValue().has("schema")) {
        var schema = ProtobufSchemas.schema(each.getValue().path("schema"));
        response.message(2, new MessageFields().message(1, schema));
      }
      message.message(
          1,
          new MessageFields()
              .text(1, each.getKey())
              .message(2, new MessageFields().message(1, response)));
    }
    return message;
  }
}
