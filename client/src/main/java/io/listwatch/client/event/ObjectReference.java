package io.listwatch.client.event;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;

/**
 * The {@code involvedObject} of an event; unknown fields are empty.
 *
 * @param namespace empty if the object is cluster-scoped
 * @param fieldPath a part of the object
 */
public record ObjectReference(
    String apiVersion,
    String kind,
    String namespace,
    String name,
    String uid,
    String resourceVersion,
    String fieldPath) {
  public ObjectReference {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("name: empty (expected: the name of an object)");
    }
  }

  /**
   * Refers to an object of a type, even if the object lacks {@code kind} and {@code apiVersion}.
   */
  public static ObjectReference to(ResourceType type, Resource object) {
    String namespace = object.key().namespace();
    return new ObjectReference(
        type.apiVersion(),
        type.kind(),
        namespace == null ? "" : namespace,
        object.key().name(),
        object.uid().orElse(""),
        object.version().toString(),
        "");
  }

  /** Refers to a part of the object, such as {@code spec.containers{web}}. */
  public ObjectReference part(String newFieldPath) {
    return new ObjectReference(
        apiVersion, kind, namespace, name, uid, resourceVersion, newFieldPath);
  }

  /** Returns the reference without its resource version. */
  ObjectReference withoutVersion() {
    return new ObjectReference(apiVersion, kind, namespace, name, uid, "", fieldPath);
  }
}
