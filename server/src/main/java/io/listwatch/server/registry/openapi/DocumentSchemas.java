package io.listwatch.server.registry.openapi;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.objects.schema.FieldSchema;
import io.listwatch.objects.schema.ObjectSchema;
import io.listwatch.objects.schema.ValueSchema.Scalar;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The schemas of one document: all requested schemas and the schemas that they reference. Every
 * request returns the name of the schema and adds it if needed.
 *
 * <p>Not thread-safe; used while one document is created.
 */
final class DocumentSchemas {
  /** The types of {@code meta/v1} that are registered as kinds in every group version. */
  private static final Set<String> SHARED = Set.of("DeleteOptions", "WatchEvent");

  private static final BuiltInTypes TYPES = BuiltInTypes.load();

  private final OpenApiVersion openApi;
  private final BuiltInSchemas builtIn;
  private final CustomObjectSchema custom;
  private final Set<String> groupVersions;
  private final Map<String, JsonObject> made = new TreeMap<>();

  /**
   * Creates the schemas of a document.
   *
   * @param groupVersions the group versions in which the shared kinds are registered
   */
  DocumentSchemas(OpenApiVersion openApi, Collection<String> groupVersions) {
    this.openApi = openApi;
    this.builtIn = new BuiltInSchemas(openApi, this);
    this.custom = new CustomObjectSchema(openApi, this);
    this.groupVersions = new TreeSet<>(groupVersions);
  }

  OpenApiVersion openApi() {
    return openApi;
  }

  /** Returns all schemas of the document by name. */
  Map<String, JsonObject> all() {
    return made;
  }

  String struct(ObjectSchema type) {
    // A field may override the list type or map type of its type, but the type has one schema.
    ObjectSchema plain = TYPES.named(type.name()).orElse(type);
    return add(TypeNames.of(plain), () -> struct(TypeNames.of(plain), plain));
  }

  private JsonObject struct(String name, ObjectSchema type) {
    JsonObject schema = builtIn.struct(type);
    kindsOf(type, name.substring(name.lastIndexOf('.') + 1))
        .forEach(kind -> kind.describedBy(schema));
    return schema;
  }

  private Set<Kind> kindsOf(ObjectSchema type, String name) {
    String place = type.name().substring(0, type.name().indexOf('.'));
    boolean meta = place.equals("meta/v1");
    boolean shared = meta && SHARED.contains(name);
    Set<Kind> kinds = new TreeSet<>();
    if (shared || saysItsKind(type)) {
      kinds.add(Kind.of(meta ? "/v1" : TYPES.groupVersion(place).orElseThrow(), name));
    }
    if (shared) {
      groupVersions.forEach(each -> kinds.add(Kind.of(each, name)));
    }
    return kinds;
  }

  /**
   * True for a type with TypeMeta: kind and apiVersion exist in JSON only. In an object reference,
   * both are also protobuf fields.
   */
  private static boolean saysItsKind(ObjectSchema type) {
    FieldSchema kind = type.field("kind");
    FieldSchema version = type.field("apiVersion");
    return kind != null
        && version != null
        && kind.numbers().isEmpty()
        && version.numbers().isEmpty();
  }

  /** Adds a type of {@code meta/v1}, such as {@code Status}. */
  String meta(String name) {
    return struct(TYPES.find("meta.k8s.io", "v1", name).orElseThrow());
  }

  /** Adds a built-in kind, whose objects need not be stored. */
  String kind(String group, String version, String kind) {
    return struct(TYPES.find(group, version, kind).orElseThrow());
  }

  String scalar(Scalar type) {
    return add(TypeNames.of(type), () -> builtIn.scalar(type));
  }

  /** Adds an empty schema, which accepts any value. */
  String anything(String name) {
    return add(name, JsonObject::new);
  }

  /** Adds the schema of patches. */
  String patch() {
    return add(TypeNames.PATCH, () -> new JsonObject().put("type", "object"));
  }

  /** Adds the list kind of a resource. */
  String list(ResourceDefinition definition, String item) {
    String group = definition.type().group();
    String version = definition.type().version();
    String kind = definition.listKind();
    String name =
        definition.custom()
            ? TypeNames.ofCustom(group, version, kind)
            : item.substring(0, item.lastIndexOf('.') + 1) + kind;
    return add(
        name,
        () -> {
          JsonObject schema = list(item, definition.custom(), new Kind(group, version, kind));
          if (definition.custom()) {
            CustomObjectSchema.addSelectableFields(definition, schema);
          }
          return schema;
        });
  }

  private JsonObject list(String item, boolean custom, Kind kind) {
    JsonObject schema = new JsonObject().put("type", "object");
    JsonObject properties = schema.putObject("properties");
    properties.putObject("apiVersion").put("type", "string");
    properties
        .putObject("items")
        .put("type", "array")
        .set("items", custom ? openApi.reference(item) : openApi.withDefault(item));
    properties.putObject("kind").put("type", "string");
    String metadata = meta("ListMeta");
    properties.set("metadata", custom ? openApi.member(metadata) : openApi.withDefault(metadata));
    schema.putArray("required").add("items");
    kind.describedBy(schema);
    return schema;
  }

  /** Adds the kind of a custom resource. */
  String custom(CustomKind kind) {
    return add(kind.schemaName(), () -> custom.of(kind));
  }

  /** Reserves the name before the schema is created, because a type may reference itself. */
  String add(String name, Supplier<JsonObject> maker) {
    if (made.putIfAbsent(name, new JsonObject()) == null) {
      made.put(name, maker.get());
    }
    return name;
  }
}
