package io.listwatch.client.event;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;

/**
 * Which object an event is about; empty for what is not known.
 *
 * @param namespace empty if the object has none
 * @param fieldPath which part of the object is meant
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
      throw new IllegalArgumentException("name: empty (expected: that of an object)");
    }
  }

  /** An object of a type, whether it says itself of which or not. */
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

  /** A part of the object, such as {@code spec.containers{web}}. */
  public ObjectReference part(String newFieldPath) {
    return new ObjectReference(
        apiVersion, kind, namespace, name, uid, resourceVersion, newFieldPath);
  }

  /** The object whatever state it is in. */
  ObjectReference withoutVersion() {
    return new ObjectReference(apiVersion, kind, namespace, name, uid, "", fieldPath);
  }
}
