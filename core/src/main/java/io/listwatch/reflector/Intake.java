package io.listwatch.reflector;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.model.UnreadableObject;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Checks and transforms each object from a source exactly once. An object that fails is put aside,
 * also if it is nested too deeply to transform.
 */
final class Intake {
  private final @Nullable ResourceType type;
  private final UnaryOperator<Resource> transform;
  private final DeltaUse deltas;
  private final ReflectorMonitor monitor;

  Intake(
      @Nullable ResourceType type,
      UnaryOperator<Resource> transform,
      DeltaUse deltas,
      ReflectorMonitor monitor) {
    this.type = type;
    this.transform = transform;
    this.deltas = deltas;
    this.monitor = monitor;
  }

  /** Returns the object for the store, or null if it was put aside. */
  @Nullable Resource admit(Resource object) {
    String problem = wrongType(object);
    if (problem == null) {
      try {
        Resource transformed = transform.apply(object);
        if (transformed.key().equals(object.key())) {
          if (transformed.size() != object.size()) {
            deltas.objectsAreChanged();
          }
          return transformed;
        }
        problem = "the transform changed its key to " + transformed.key();
      } catch (RuntimeException | StackOverflowError failure) {
        problem = "the transform failed: " + failure;
      }
    }
    putAside(UnreadableObject.of(object, problem));
    return null;
  }

  /**
   * Returns the last state of a deleted object, untransformed if the transform fails, which must
   * not prevent the deletion.
   */
  @Nullable Resource admitLast(Resource object) {
    if (wrongType(object) != null) {
      return admit(object);
    }
    try {
      Resource transformed = transform.apply(object);
      return transformed.key().equals(object.key()) ? transformed : object;
    } catch (RuntimeException | StackOverflowError failure) {
      return object;
    }
  }

  void putAside(UnreadableObject object) {
    monitor.putAside(object);
  }

  /**
   * Returns the problem if the object is of the wrong type, else null. List items without kind and
   * apiVersion, which some servers send, and PartialObjectMetadata are accepted.
   */
  private @Nullable String wrongType(Resource object) {
    if (type == null) {
      return null;
    }
    String kind = object.kind();
    String apiVersion = object.apiVersion();
    boolean metadata =
        kind.equals("PartialObjectMetadata") && apiVersion.startsWith("meta.k8s.io/");
    boolean right =
        metadata
            || ((kind.isEmpty() || kind.equals(type.kind()))
                && (apiVersion.isEmpty() || apiVersion.equals(type.apiVersion())));
    return right
        ? null
        : "is a %s of %s (expected: %s of %s)"
            .formatted(kind, apiVersion, type.kind(), type.apiVersion());
  }
}
