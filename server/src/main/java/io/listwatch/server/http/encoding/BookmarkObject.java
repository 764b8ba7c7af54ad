package io.listwatch.server.http.encoding;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.model.WatchEvent;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.kinds.Trait;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The object of a BOOKMARK event: an empty object of its kind with a resource version. It has the
 * members that the Go type writes even if they are empty, such as {@code spec} and {@code status}.
 */
final class BookmarkObject {
  private static final List<String> HEAD = List.of("kind", "apiVersion", "metadata");

  /** The JSON of an empty object without its head, by built-in type; bounded by their number. */
  private static final Map<ResourceType, String> EMPTY = new ConcurrentHashMap<>();

  private static final String TEMPLATE_GENERATION =
      "\"deprecated.daemonset.template.generation\":\"0\"";

  private BookmarkObject() {}

  /** Returns the object as JSON. */
  static byte[] of(
      WatchEvent.Bookmark bookmark, ResourceDefinition definition, Representation representation) {
    return representation.shape() == Representation.Shape.OBJECT
        ? whole(bookmark, definition)
        : ofMetadata(bookmark, representation.metaVersion());
  }

  /**
   * Returns a PartialObjectMetadata as JSON.
   *
   * @param version of {@code meta.k8s.io}
   */
  static byte[] ofMetadata(WatchEvent.Bookmark bookmark, String version) {
    return json("PartialObjectMetadata", "meta.k8s.io/" + version, metadata(bookmark, ""))
        .close()
        .bytes();
  }

  /** Returns the object of the resource's own kind as JSON. */
  static byte[] whole(WatchEvent.Bookmark bookmark, ResourceDefinition definition) {
    ResourceType type = definition.type();
    String generation =
        definition.traits().has(Trait.TEMPLATE_GENERATION) ? TEMPLATE_GENERATION : "";
    return json(type.kind(), type.apiVersion(), metadata(bookmark, generation))
        .raw(members(definition))
        .close()
        .bytes();
  }

  /**
   * Returns an empty object of the resource's kind, which has a name only because a {@link
   * Resource} needs one.
   */
  static Resource empty(ResourceDefinition definition) {
    ResourceType type = definition.type();
    return Resource.parse(
        new JsonBuilder()
            .open()
            .member("kind", type.kind())
            .member("apiVersion", type.apiVersion())
            .name("metadata")
            .raw("{\"name\":\"bookmark\"}")
            .raw(members(definition))
            .close()
            .bytes());
  }

  private static String members(ResourceDefinition definition) {
    return definition.custom()
        ? ""
        : EMPTY.computeIfAbsent(definition.type(), type -> emptyMembers(definition));
  }

  /** Returns the members of an empty object, each with a comma before it. */
  private static String emptyMembers(ResourceDefinition definition) {
    Traits traits = definition.traits();
    return BuiltInTypes.load()
        .find(definition.type())
        .map(schema -> new BuiltInForm(schema).normalize(new JsonObject()).remove(HEAD))
        .map(empty -> traits.has(Trait.REPLICAS_ALWAYS_SET) ? withReplicas(empty) : empty)
        .map(empty -> traits.has(Trait.GO_FIELD_ORDER) ? inGoOrder(empty) : empty)
        .filter(empty -> !empty.isEmpty())
        .map(JsonTrees::write)
        .map(json -> "," + json.substring(1, json.length() - 1))
        .orElse("");
  }

  private static JsonObject withReplicas(JsonObject empty) {
    JsonObject spec = new JsonObject().put("replicas", 0);
    return empty.set("spec", spec.setAll(empty.withObject("spec")));
  }

  /** The Go type has its members in another order than that of their protobuf numbers. */
  private static JsonObject inGoOrder(JsonObject slice) {
    var ordered = new JsonObject();
    for (String member : List.of("addressType", "endpoints", "ports")) {
      ordered.set(member, slice.path(member));
    }
    return ordered;
  }

  private static JsonBuilder json(String kind, String apiVersion, String metadata) {
    return new JsonBuilder()
        .open()
        .member("kind", kind)
        .member("apiVersion", apiVersion)
        .name("metadata")
        .raw(metadata);
  }

  /**
   * @param annotation before the one that ends the initial events; may be empty
   */
  private static String metadata(WatchEvent.Bookmark bookmark, String annotation) {
    var json = new JsonBuilder().open().member("resourceVersion", bookmark.version().toString());
    String end = bookmark.endOfInitialEvents() ? "\"k8s.io/initial-events-end\":\"true\"" : "";
    String both = annotation.isEmpty() || end.isEmpty() ? annotation + end : annotation + "," + end;
    if (!both.isEmpty()) {
      json.name("annotations").raw("{" + both + "}");
    }
    return json.close().toString();
  }
}
