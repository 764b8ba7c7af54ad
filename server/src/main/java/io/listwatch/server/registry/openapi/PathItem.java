package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.server.registry.openapi.Operation.Body;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The OpenAPI path item: the operations of one path, and their common parameters. */
final class PathItem {

  private final OpenApiVersion openApi;

  private PathItem(OpenApiVersion openApi) {
    this.openApi = openApi;
  }

  /** Groups operations by path, in document order. */
  static Map<String, List<Operation>> byPath(Collection<Operation> operations) {
    Map<String, List<Operation>> paths = new TreeMap<>();
    for (Operation each : operations) {
      paths.computeIfAbsent(each.path(), absent -> new ArrayList<>()).add(each);
    }
    return paths;
  }

  /** Returns the path item of operations with the same path. */
  static JsonObject of(List<Operation> operations, OpenApiVersion openApi) {
    return new PathItem(openApi).of(operations);
  }

  private JsonObject of(List<Operation> operations) {
    var common = new TreeSet<>(operations.get(0).parameters());
    operations.forEach(each -> common.retainAll(each.parameters()));
    JsonObject item = new JsonObject();
    operations.stream()
        .sorted(Comparator.comparing(Operation::method))
        .forEach(each -> item.set(each.method(), operation(each, common)));
    if (!common.isEmpty()) {
      JsonArray parameters = item.putArray("parameters");
      common.forEach(each -> parameters.add(parameter(each)));
    }
    return item;
  }

  private JsonObject operation(Operation operation, Collection<Parameter> common) {
    JsonObject json = new JsonObject();
    if (openApi == OpenApiVersion.V2) {
      addConsumes(operation, json);
    }
    json.put("operationId", operation.id().id());
    addParameters(operation, common, json);
    Body body = operation.body();
    if (openApi == OpenApiVersion.V3 && body != null) {
      addBody(body, json);
    }
    if (openApi == OpenApiVersion.V2) {
      operation.produces().forEach(json.putArray("produces")::add);
    }
    addResponses(operation, json);
    if (openApi == OpenApiVersion.V2) {
      json.putArray("schemes").add("https");
    }
    json.putArray("tags").add(operation.id().tag());
    if (!operation.action().isEmpty()) {
      json.put("x-kubernetes-action", operation.action());
    }
    if (operation.kind() != null) {
      json.set(Kind.MEMBER, operation.kind().json());
    }
    return json;
  }

  private static void addConsumes(Operation operation, JsonObject json) {
    Body body = operation.body();
    List<String> consumes = body == null ? withoutBody(operation) : body.consumes();
    consumes.forEach(json.putArray("consumes")::add);
  }

  private static List<String> withoutBody(Operation operation) {
    boolean readsObjects =
        operation.kind() != null && operation.method().equals(Action.GET.method());
    return readsObjects ? Operation.ANY : operation.produces();
  }

  private void addParameters(Operation operation, Collection<Parameter> common, JsonObject json) {
    JsonArray parameters = new JsonArray();
    Body body = operation.body();
    if (openApi == OpenApiVersion.V2 && body != null) {
      parameters.add(bodyParameter(body));
    }
    operation.parameters().stream()
        .filter(each -> !common.contains(each))
        .sorted()
        .forEach(each -> parameters.add(parameter(each)));
    if (!parameters.isEmpty()) {
      json.set("parameters", parameters);
    }
  }

  private JsonObject bodyParameter(Body body) {
    JsonObject json = new JsonObject().put("in", "body").put("name", "body");
    if (body.required()) {
      json.put("required", true);
    }
    json.set("schema", openApi.reference(body.schema()));
    return json;
  }

  private JsonObject parameter(Parameter parameter) {
    JsonObject json = new JsonObject().put("in", parameter.place()).put("name", parameter.name());
    if (parameter.required()) {
      json.put("required", true);
    }
    JsonObject schema = openApi == OpenApiVersion.V2 ? json : json.putObject("schema");
    schema.put("type", parameter.type()).put("uniqueItems", true);
    return json;
  }

  private void addBody(Body body, JsonObject json) {
    JsonObject sent = json.putObject("requestBody");
    addContent(body.consumes(), openApi.reference(body.schema()), sent);
    if (body.required()) {
      sent.put("required", true);
    }
  }

  private void addResponses(Operation operation, JsonObject json) {
    JsonObject responses = json.putObject("responses");
    operation
        .responses()
        .forEach(
            (code, schema) -> {
              JsonObject response = responses.putObject(code.toString());
              JsonObject shown =
                  schema.isEmpty()
                      ? new JsonObject().put("type", "string")
                      : openApi.reference(schema);
              if (openApi == OpenApiVersion.V3) {
                addContent(operation.produces(), shown, response);
              }
              response.put("description", word(code));
              if (openApi == OpenApiVersion.V2) {
                response.set("schema", shown);
              }
            });
    responses.putObject("401").put("description", "Unauthorized");
  }

  private static void addContent(List<String> mediaTypes, JsonObject schema, JsonObject json) {
    JsonObject content = json.putObject("content");
    mediaTypes.stream().sorted().forEach(each -> content.putObject(each).set("schema", schema));
  }

  private static String word(int code) {
    return switch (code) {
      case 201 -> "Created";
      case 202 -> "Accepted";
      default -> "OK";
    };
  }
}
