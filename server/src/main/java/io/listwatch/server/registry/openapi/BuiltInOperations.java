package io.listwatch.server.registry.openapi;

import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Subresource;
import io.listwatch.server.registry.Verb;
import io.listwatch.server.registry.openapi.Operation.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Lists the OpenAPI operations of a built-in resource.
 *
 * <p>Not thread-safe; one instance per resource.
 */
final class BuiltInOperations {
  private static final List<String> PATCHES =
      List.of(
          "application/json-patch+json",
          "application/merge-patch+json",
          "application/strategic-merge-patch+json",
          "application/apply-patch+yaml");

  /** The HTTP methods of a proxy subresource: kube-apiserver forwards all of them. */
  private static final List<String> METHODS =
      List.of("delete", "get", "head", "options", "patch", "post", "put");

  private final ResourceDefinition definition;
  private final ResourceType type;
  private final DocumentSchemas schemas;
  private final boolean namespaced;
  private final List<Operation> operations = new ArrayList<>();

  private BuiltInOperations(ResourceDefinition definition, DocumentSchemas schemas) {
    this.definition = definition;
    this.type = definition.type();
    this.schemas = schemas;
    this.namespaced = type.scope() == Scope.NAMESPACED;
  }

  static List<Operation> of(ResourceDefinition definition, DocumentSchemas schemas) {
    var made = new BuiltInOperations(definition, schemas);
    String root = root(definition.type());
    made.addCollection(root);
    made.addItem(root);
    made.addWatches(root);
    definition.subresources().forEach(each -> made.addSubresource(root, each));
    return made.operations;
  }

  static String root(ResourceType type) {
    return type.group().isEmpty()
        ? "/api/" + type.version()
        : "/apis/" + type.group() + "/" + type.version();
  }

  private void addCollection(String root) {
    String path = root + scope() + "/" + type.plural();
    if (definition.allows(Verb.CREATE)) {
      add(path, "post", "create", "", "post", Parameter.WRITE);
    }
    if (definition.allows(Verb.LIST)) {
      String list = schemas.list(definition, own());
      addRead(path, "list", scopeWord() + type.kind(), "list", list, Operation.STREAMS);
      if (namespaced) {
        String everywhere = root + "/" + type.plural();
        String object = type.kind() + "ForAllNamespaces";
        addRead(everywhere, "list", object, "list", list, Operation.STREAMS);
      }
    }
    if (definition.allows(Verb.DELETECOLLECTION)) {
      addDelete(path, "Collection", "deletecollection", Parameter.DELETE_COLLECTION, Map.of());
    }
  }

  private void addItem(String root) {
    String path = item(root);
    if (definition.allows(Verb.GET)) {
      addRead(path, "read", scopeWord() + type.kind(), "get", own(), Operation.OBJECTS);
    }
    if (definition.allows(Verb.UPDATE)) {
      add(path, "put", "replace", "", "put", Parameter.WRITE);
    }
    if (definition.allows(Verb.PATCH)) {
      addPatch(path, "", kind(), own());
    }
    if (definition.allows(Verb.DELETE)) {
      // A DELETE of a namespace also returns the object, but kube-apiserver's document says Status.
      Traits traits = definition.traits();
      boolean itself = traits.returnsDeleted() && !traits.has(Trait.SPEC_FINALIZERS);
      String shown = itself ? own() : schemas.meta("Status");
      addDelete(path, "", "delete", Parameter.DELETE, Map.of(200, shown, 202, shown));
    }
  }

  private void addWatches(String root) {
    if (!definition.allows(Verb.WATCH)) {
      return;
    }
    String event = schemas.meta("WatchEvent");
    String watch = root + "/watch";
    String list = type.kind() + "List";
    List<String> streams = Operation.STREAMS;
    addRead(
        watch + scope() + "/" + type.plural(),
        "watch",
        scopeWord() + list,
        "watchlist",
        event,
        streams);
    addRead(item(watch), "watch", scopeWord() + type.kind(), "watch", event, streams);
    if (namespaced) {
      addRead(
          watch + "/" + type.plural(),
          "watch",
          list + "ForAllNamespaces",
          "watchlist",
          event,
          streams);
    }
  }

  private void addSubresource(String root, Subresource part) {
    String path = item(root) + "/" + part.name();
    String suffix = OperationId.title(part.name());
    if (part.kind().endsWith("Options")) {
      addConnections(path, suffix, part);
      return;
    }
    boolean own = part.version().isEmpty();
    String group = own ? type.group() : part.group();
    String version = own ? type.version() : part.version();
    var kind = new Kind(group, version, part.kind());
    if (part.name().equals("log")) {
      addLog(path, kind);
      return;
    }
    String schema = schemas.kind(group, version, part.kind());
    for (Verb verb : part.verbs()) {
      switch (verb) {
        case GET -> addPart(path, "get", "read", suffix, kind, schema);
        case UPDATE -> addPart(path, "put", "replace", suffix, kind, schema);
        case CREATE -> addPart(path, "post", "create", suffix, kind, schema);
        case PATCH -> addPatch(path, suffix, kind, schema);
        default -> {
          // Subresources have no other verbs.
        }
      }
    }
  }

  private void addPart(
      String path, String method, String verb, String suffix, Kind kind, String schema) {
    boolean reads = method.equals("get");
    operations.add(
        new Operation(
            path,
            method,
            id(verb, scopeWord() + type.kind() + suffix),
            method,
            kind,
            parameters(path, reads ? List.of() : Parameter.WRITE),
            reads ? null : new Body(schema, true, Operation.ANY),
            responses(method, schema),
            Operation.OBJECTS));
  }

  private void addLog(String path, Kind kind) {
    operations.add(
        new Operation(
            path,
            "get",
            id("read", scopeWord() + type.kind() + "Log"),
            "get",
            kind,
            parameters(path, Parameter.LOG),
            null,
            Map.of(200, ""),
            Stream.concat(Stream.of("text/plain"), Operation.OBJECTS.stream()).toList()));
  }

  private void addConnections(String path, String suffix, Subresource part) {
    boolean proxy = part.name().equals("proxy");
    List<Parameter> parameters = Parameter.ofConnection(part.name());
    for (String method : proxy ? METHODS : List.of("get", "post")) {
      addConnection(path, method, suffix, part, parameters);
      if (proxy) {
        addConnection(
            path + "/{path}",
            method,
            suffix + "WithPath",
            part,
            Parameter.with(parameters, Parameter.PATH));
      }
    }
  }

  private void addConnection(
      String path, String method, String suffix, Subresource part, List<Parameter> own) {
    String object = OperationId.title(method) + scopeWord() + type.kind() + suffix;
    operations.add(
        new Operation(
            path,
            method,
            id("connect", object),
            "connect",
            new Kind(type.group(), type.version(), part.kind()),
            Stream.concat(placeParameters(path), own.stream()).toList(),
            null,
            Map.of(200, ""),
            Operation.ANY));
  }

  private void addRead(
      String path,
      String verb,
      String object,
      String action,
      String schema,
      List<String> produces) {
    boolean lists = !action.equals("get");
    operations.add(
        new Operation(
            path,
            "get",
            id(verb, object),
            action,
            kind(),
            parameters(path, lists ? Parameter.LIST : List.of()),
            null,
            Map.of(200, schema),
            produces));
  }

  private void add(
      String path,
      String method,
      String verb,
      String suffix,
      String action,
      List<Parameter> parameters) {
    operations.add(
        new Operation(
            path,
            method,
            id(verb, scopeWord() + type.kind() + suffix),
            action,
            kind(),
            parameters(path, parameters),
            new Body(own(), true, Operation.ANY),
            responses(method, own()),
            Operation.OBJECTS));
  }

  private void addPatch(String path, String suffix, Kind kind, String schema) {
    operations.add(
        new Operation(
            path,
            "patch",
            id("patch", scopeWord() + type.kind() + suffix),
            "patch",
            kind,
            parameters(path, Parameter.PATCH),
            new Body(schemas.patch(), true, PATCHES),
            responses("patch", schema),
            Operation.OBJECTS));
  }

  private void addDelete(
      String path,
      String prefix,
      String action,
      List<Parameter> parameters,
      Map<Integer, String> responses) {
    String status = schemas.meta("Status");
    operations.add(
        new Operation(
            path,
            "delete",
            id("delete", prefix + scopeWord() + type.kind()),
            action,
            kind(),
            parameters(path, parameters),
            Body.ofOptions(schemas.meta("DeleteOptions"), Operation.ANY),
            responses.isEmpty() ? Map.of(200, status) : responses,
            Operation.OBJECTS));
  }

  /** Returns the response schemas of a method by success code. */
  static Map<Integer, String> responses(String method, String schema) {
    return switch (method) {
      case "post" -> Map.of(200, schema, 201, schema, 202, schema);
      case "put", "patch" -> Map.of(200, schema, 201, schema);
      default -> Map.of(200, schema);
    };
  }

  private static List<Parameter> parameters(String path, List<Parameter> own) {
    return Stream.concat(
            placeParameters(path), Stream.concat(Stream.of(Parameter.PRETTY), own.stream()))
        .toList();
  }

  static Stream<Parameter> placeParameters(String path) {
    return Stream.of(Parameter.NAMESPACE, Parameter.NAME)
        .filter(each -> path.contains("{" + each.name() + "}"));
  }

  private String item(String root) {
    return root + scope() + "/" + type.plural() + "/{name}";
  }

  private String scope() {
    return namespaced ? "/namespaces/{namespace}" : "";
  }

  private String scopeWord() {
    return namespaced ? "Namespaced" : "";
  }

  private OperationId id(String verb, String object) {
    return OperationId.of(verb, type.group(), type.version(), object);
  }

  private Kind kind() {
    return new Kind(type.group(), type.version(), type.kind());
  }

  private String own() {
    return schemas.kind(type.group(), type.version(), type.kind());
  }
}
