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
      add(path, Action.LIST, type.kind() + "ForAllNamespaces", list);
      path = root + "/namespaces/{namespace}/" + type.plural();
    }
    String object = scopeWord + type.kind();
    String item = path + "/{name}";
    String status = schemas.meta("Status");
    add(path, Action.LIST, object, list);
    add(path, Action.POST, object, own);
    add(path, Action.DELETECOLLECTION, "Collection" + object, status);
    add(item, Action.GET, object, own);
    add(item, Action.PUT, object, own);
    add(item, Action.DELETE, object, status);
    add(item, Action.PATCH, object, own);
    for (Subresource part : kind.definition().subresources()) {
      addPart(item, part);
    }
  }

  private void addPart(String item, Subresource part) {
    boolean scale = part.name().equals("scale");
    String schema = scale ? schemas.kind("autoscaling", "v1", "Scale") : own;
    String path = item + "/" + part.name();
    String object = scopeWord + type.kind() + OperationId.title(part.name());
    add(path, Action.GET, object, schema);
    add(path, Action.PUT, object, schema);
    add(path, Action.PATCH, object, schema);
  }

  private void add(String path, Action action, String object, String schema) {
    operations.add(
        new Operation(
            path,
            action.method(),
            OperationId.of(action.prefix(), type.group(), type.version(), object),
            action.word(),
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

  private static List<Parameter> parameters(Action action) {
    return switch (action) {
      case LIST, WATCH, WATCHLIST, DELETECOLLECTION -> Parameter.LIST;
      case GET -> Parameter.GET;
      case POST, PUT -> Parameter.WRITE;
      case PATCH -> Parameter.PATCH;
      case DELETE -> Parameter.DELETE;
    };
  }

  private @Nullable Body body(Action action, String schema) {
    return switch (action) {
      case POST, PUT -> new Body(schema, true, Operation.JSON_OR_YAML);
      case PATCH -> new Body(schemas.patch(), true, PATCHES);
      case DELETE -> Body.ofOptions(schemas.meta("DeleteOptions"), Operation.JSON_OR_YAML);
      default -> null;
    };
  }

  private static Map<Integer, String> responses(Action action, String schema) {
    return switch (action) {
      case POST -> Map.of(200, schema, 201, schema, 202, schema);
      case PUT -> Map.of(200, schema, 201, schema);
      case DELETE -> Map.of(200, schema, 202, schema);
      default -> Map.of(200, schema);
    };
  }
}
