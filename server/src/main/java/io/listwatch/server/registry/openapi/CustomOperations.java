package io.listwatch.server.registry.openapi;

import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.registry.openapi.Operation.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists the OpenAPI operations of a custom resource. As in kube-apiserver, there are no watch
 * paths, and a terminating CRD keeps all its operations.
 *
 * <p>Not thread-safe; one instance per resource.
 */
final class CustomOperations {
  private static final List<String> PATCHES =
      List.of(
          "application/json-patch+json",
          "application/merge-patch+json",
          "application/apply-patch+yaml");

  private final CustomKind kind;
  private final ResourceType type;
  private final DocumentSchemas schemas;
  private final String own;
  private final String scopeWord;
  private final List<Operation> operations = new ArrayList<>();

  private CustomOperations(CustomKind kind, DocumentSchemas schemas) {
    this.kind = kind;
    this.type = kind.definition().type();
    this.schemas = schemas;
    this.own = schemas.custom(kind);
    this.scopeWord = type.scope() == Scope.NAMESPACED ? "Namespaced" : "";
  }

  static List<Operation> of(CustomKind kind, DocumentSchemas schemas) {
    var made = new CustomOperations(kind, schemas);
    made.addAll(BuiltInOperations.root(kind.definition().type()));
    return made.operations;
  }

  private void addAll(String root) {
    String list = schemas.list(kind.definition(), own);
    String path = root + "/" + type.plural();
    if (!scopeWord.isEmpty()) {
      add(path, "get", id("list", type.kind() + "ForAllNamespaces"), "list", list);
      path = root + "/namespaces/{namespace}/" + type.plural();
    }
    String object = scopeWord + type.kind();
    String item = path + "/{name}";
    String status = schemas.meta("Status");
    add(path, "get", id("list", object), "list", list);
    add(path, "post", id("create", object), "post", own);
    add(path, "delete", id("delete", "Collection" + object), "deletecollection", status);
    add(item, "get", id("read", object), "get", own);
    add(item, "put", id("replace", object), "put", own);
    add(item, "delete", id("delete", object), "delete", status);
    add(item, "patch", id("patch", object), "patch", own);
    for (Subresource part : kind.definition().subresources()) {
      addPart(item, part);
    }
  }

  private void addPart(String item, Subresource part) {
    boolean scale = part.name().equals("scale");
    String schema = scale ? schemas.kind("autoscaling", "v1", "Scale") : own;
    String path = item + "/" + part.name();
    String object = scopeWord + type.kind() + OperationId.title(part.name());
    add(path, "get", id("read", object), "get", schema);
    add(path, "put", id("replace", object), "put", schema);
    add(path, "patch", id("patch", object), "patch", schema);
  }

  private OperationId id(String verb, String object) {
    return OperationId.of(verb, type.group(), type.version(), object);
  }

  private void add(String path, String method, OperationId id, String action, String schema) {
    operations.add(
        new Operation(
            path,
            method,
            id,
            action,
            kind.kind(),
            Stream.of(
                    BuiltInOperations.placeParameters(path),
                    Stream.of(Parameter.PRETTY),
                    parameters(action).stream())
                .flatMap(each -> each)
                .toList(),
            body(action, schema),
            responses(action, schema),
            Operation.JSON_OR_YAML));
  }

  private static List<Parameter> parameters(String action) {
    return switch (action) {
      case "list", "deletecollection" -> Parameter.LIST;
      case "get" -> Parameter.GET;
      case "patch" -> Parameter.PATCH;
      case "delete" -> Parameter.DELETE;
      default -> Parameter.WRITE;
    };
  }

  private @Nullable Body body(String action, String schema) {
    return switch (action) {
      case "post", "put" -> new Body(schema, true, Operation.JSON_OR_YAML);
      case "patch" -> new Body(schemas.patch(), true, PATCHES);
      case "delete" -> Body.ofOptions(schemas.meta("DeleteOptions"), Operation.JSON_OR_YAML);
      default -> null;
    };
  }

  private static Map<Integer, String> responses(String action, String schema) {
    return switch (action) {
      case "post" -> Map.of(200, schema, 201, schema, 202, schema);
      case "put" -> Map.of(200, schema, 201, schema);
      case "delete" -> Map.of(200, schema, 202, schema);
      default -> Map.of(200, schema);
    };
  }
}
