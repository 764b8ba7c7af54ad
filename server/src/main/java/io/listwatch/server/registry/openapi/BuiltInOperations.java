package io.listwatch.server.registry.openapi;

import io.listwatch.model.ResourceType;
import io.listwatch.model.Scope;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.objects.kinds.Verb;
import io.listwatch.server.registry.ResourceDefinition;
import io.listwatch.server.registry.Subresource;
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
  private static final List<String> PROXIED =
      List.of("delete", "get", "head", "options", "patch", "post", "put");

  /** The HTTP methods of the other connect subresources, such as {@code exec}. */
  private static final List<String> UPGRADED = List.of(Action.GET.method(), Action.POST.method());

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
      add(path, Action.POST);
    }
    if (definition.allows(Verb.LIST)) {
      String list = schemas.list(definition, own());
      addRead(path, Action.LIST, scopeWord() + type.kind(), list, Operation.STREAMS);
      if (namespaced) {
        String everywhere = root + "/" + type.plural();
        String object = type.kind() + "ForAllNamespaces";
        addRead(everywhere, Action.LIST, object, list, Operation.STREAMS);
      }
    }
    if (definition.allows(Verb.DELETECOLLECTION)) {
      addDelete(path, Action.DELETECOLLECTION, "Collection", Parameter.DELETE_COLLECTION, Map.of());
    }
  }

  private void addItem(String root) {
    String path = item(root);
    if (definition.allows(Verb.GET)) {
      addRead(path, Action.GET, scopeWord() + type.kind(), own(), Operation.OBJECTS);
    }
    if (definition.allows(Verb.UPDATE)) {
      add(path, Action.PUT);
    }
    if (definition.allows(Verb.PATCH)) {
      addPatch(path, "", kind(), own());
    }
    if (definition.allows(Verb.DELETE)) {
      // A DELETE of a namespace also returns the object, but kube-apiserver's document says Status.
      Traits traits = definition.traits();
      boolean itself = traits.returnsDeleted() && !traits.has(Trait.SPEC_FINALIZERS);
      String shown = itself ? own() : schemas.meta("Status");
      addDelete(path, Action.DELETE, "", Parameter.DELETE, Map.of(200, shown, 202, shown));
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
        Action.WATCHLIST,
        scopeWord() + list,
        event,
        streams);
    addRead(item(watch), Action.WATCH, scopeWord() + type.kind(), event, streams);
    if (namespaced) {
      addRead(
          watch + "/" + type.plural(), Action.WATCHLIST, list + "ForAllNamespaces", event, streams);
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
        case GET -> addPart(path, Action.GET, suffix, kind, schema);
        case UPDATE -> addPart(path, Action.PUT, suffix, kind, schema);
        case CREATE -> addPart(path, Action.POST, suffix, kind, schema);
        case PATCH -> addPatch(path, suffix, kind, schema);
        default -> {
          // Subresources have no other verbs.
        }
      }
    }
  }

  private void addPart(String path, Action action, String suffix, Kind kind, String schema) {
    boolean reads = action == Action.GET;
    operations.add(
        new Operation(
            path,
            action.method(),
            id(action, scopeWord() + type.kind() + suffix),
            action.word(),
            kind,
            parameters(path, reads ? List.of() : Parameter.WRITE),
            reads ? null : new Body(schema, true, Operation.ANY),
            responses(action, schema),
            Operation.OBJECTS));
  }

  private void addLog(String path, Kind kind) {
    operations.add(
        new Operation(
            path,
            Action.GET.method(),
            id(Action.GET, scopeWord() + type.kind() + "Log"),
            Action.GET.word(),
            kind,
            parameters(path, Parameter.LOG),
            null,
            Map.of(200, ""),
            Stream.concat(Stream.of("text/plain"), Operation.OBJECTS.stream()).toList()));
  }

  private void addConnections(String path, String suffix, Subresource part) {
    boolean proxy = part.name().equals("proxy");
    List<Parameter> parameters = Parameter.ofConnection(part.name());
    for (String method : proxy ? PROXIED : UPGRADED) {
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
            OperationId.of(Action.CONNECT, type.group(), type.version(), object),
            Action.CONNECT,
            new Kind(type.group(), type.version(), part.kind()),
            Stream.concat(placeParameters(path), own.stream()).toList(),
            null,
            Map.of(200, ""),
            Operation.ANY));
  }

  private void addRead(
      String path, Action action, String object, String schema, List<String> produces) {
    boolean lists = action != Action.GET;
    operations.add(
        new Operation(
            path,
            action.method(),
            id(action, object),
            action.word(),
            kind(),
            parameters(path, lists ? Parameter.LIST : List.of()),
            null,
            Map.of(200, schema),
            produces));
  }

  private void add(String path, Action action) {
    operations.add(
        new Operation(
            path,
            action.method(),
            id(action, scopeWord() + type.kind()),
            action.word(),
            kind(),
            parameters(path, Parameter.WRITE),
            new Body(own(), true, Operation.ANY),
            responses(action, own()),
            Operation.OBJECTS));
  }

  private void addPatch(String path, String suffix, Kind kind, String schema) {
    operations.add(
        new Operation(
            path,
            Action.PATCH.method(),
            id(Action.PATCH, scopeWord() + type.kind() + suffix),
            Action.PATCH.word(),
            kind,
            parameters(path, Parameter.PATCH),
            new Body(schemas.patch(), true, PATCHES),
            responses(Action.PATCH, schema),
            Operation.OBJECTS));
  }

  private void addDelete(
      String path,
      Action action,
      String prefix,
      List<Parameter> parameters,
      Map<Integer, String> responses) {
    String status = schemas.meta("Status");
    operations.add(
        new Operation(
            path,
            action.method(),
            id(action, prefix + scopeWord() + type.kind()),
            action.word(),
            kind(),
            parameters(path, parameters),
            Body.ofOptions(schemas.meta("DeleteOptions"), Operation.ANY),
            responses.isEmpty() ? Map.of(200, status) : responses,
            Operation.OBJECTS));
  }

  /** Returns the response schemas by success code. */
  private static Map<Integer, String> responses(Action action, String schema) {
    return switch (action) {
      case POST -> Map.of(200, schema, 201, schema, 202, schema);
      case PUT, PATCH -> Map.of(200, schema, 201, schema);
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

  private OperationId id(Action action, String object) {
    return OperationId.of(action.prefix(), type.group(), type.version(), object);
  }

  private Kind kind() {
    return new Kind(type.group(), type.version(), type.kind());
  }

  private String own() {
    return schemas.kind(type.group(), type.version(), type.kind());
  }
}
