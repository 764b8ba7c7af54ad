package io.listwatch.server.http.encoding;

import io.listwatch.model.WatchEvent;
import io.listwatch.server.http.request.Representation;
import io.listwatch.server.registry.ResourceDefinition;

/** The object of a BOOKMARK event: its kind and a resource version, and nothing else. */
final class BookmarkObject {
  private BookmarkObject() {}

  /** Returns the object as JSON. */
  static byte[] of(
      WatchEvent.Bookmark bookmark, ResourceDefinition definition, Representation representation) {
    return representation.shape() == Representation.Shape.OBJECT
        ? json(definition.type().kind(), definition.type().apiVersion(), bookmark)
        : json("PartialObjectMetadata", "meta.k8s.io/" + representation.metaVersion(), bookmark);
  }

  private static byte[] json(String kind, String apiVersion, WatchEvent.Bookmark bookmark) {
    return new JsonBuilder()
        .open()
        .member("kind", kind)
        .member("apiVersion", apiVersion)
        .name("metadata")
        .raw(metadata(bookmark))
        .close()
        .bytes();
  }

  /** Returns the metadata as JSON. */
  static String metadata(WatchEvent.Bookmark bookmark) {
    var json = new JsonBuilder().open().member("resourceVersion", bookmark.version().toString());
    if (bookmark.endOfInitialEvents()) {
      json.name("annotations").raw("{\"k8s.io/initial-events-end\":\"true\"}");
    }
    return json.close().toString();
  }
}
