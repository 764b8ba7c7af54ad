package io.listwatch.server.http.encoding;

import io.listwatch.model.ResourceType;
import io.listwatch.model.WatchEvent;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.schema.BuiltInForm;
import io.listwatch.objects.schema.BuiltInTypes;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The object of a BOOKMARK event: an empty object of its kind with a resource version. It has the
 * members that the Go type writes even if they are empty, such as {@code spec} and {@code status}.
 */
final class BookmarkObject {
  private static final List<String> HEAD = List.of("kind", "apiVersion", "metadata");

  /** In kube-apiserver, {@code replicas} of these kinds is a number that is never absent. */
  private static final Set<String> SCALED = Set.of("Deployment", "ReplicaSet", "StatefulSet");

  /** The JSON of an empty object without its head, by built-in type; bounded by their number. */
  private static final Map<ResourceType, String> EMPTY = new ConcurrentHashMap<>();

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
    return json("PartialObjectMetadata", "meta.k8s.io/" + version, bookmark).close().bytes();
  }

  /** Returns the object of the resource's own kind as JSON. */
  static byte[] whole(WatchEvent.Bookmark bookmark, ResourceDefinition definition) {
    ResourceType type = definition.type();
    JsonBuilder head = json(type.kind(), type.apiVersion(), bookmark);
    return definition.custom()
        ? head.close().bytes()
        : head.raw(EMPTY.computeIfAbsent(type, BookmarkObject::emptyMembers)).close().bytes();
  }

  /** Returns the members of an empty object, each with a comma before it. */
  private static String emptyMembers(ResourceType type) {
    return BuiltInTypes.load()
        .find(type)
        .map(schema -> new BuiltInForm(schema).normalize(new JsonObject()).remove(HEAD))
        .map(empty -> SCALED.contains(type.kind()) ? withReplicas(empty) : empty)
        .filter(empty -> !empty.isEmpty())
        .map(JsonTrees::write)
        .map(json -> "," + json.substring(1, json.length() - 1))
        .orElse("");
  }

  private static JsonObject withReplicas(JsonObject empty) {
    JsonObject spec = new JsonObject().put("replicas", 0);
    return empty.set("spec", spec.setAll(empty.withObject("spec")));
  }

  private static JsonBuilder json(String kind, String apiVersion, WatchEvent.Bookmark bookmark) {
    return new JsonBuilder()
        .open()
        .member("kind", kind)
        .member("apiVersion", apiVersion)
        .name("metadata")
        .raw(metadata(bookmark));
  }

  private static String metadata(WatchEvent.Bookmark bookmark) {
    var json = new JsonBuilder().open().member("resourceVersion", bookmark.version().toString());
    if (bookmark.endOfInitialEvents()) {
      json.name("annotations").raw("{\"k8s.io/initial-events-end\":\"true\"}");
    }
    return json.close().toString();
  }
}
