package io.listwatch.reflector;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.model.UnreadableObject;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The door of a reflector: every object that a source delivers passes it exactly once, to be
 * checked and transformed. What does not pass is put aside, also if it is too deep to transform.
 */
final class Intake {
  private final @Nullable ResourceType type;
  private final UnaryOperator<Resource> transform;
  private final ReflectorMonitor monitor;

  Intake(@Nullable ResourceType type, UnaryOperator<Resource> transform, ReflectorMonitor monitor) {
    this.type = type;
    this.transform = transform;
    this.monitor = monitor;
  }

  /** The object as the store gets it, or null if it was put aside. */
  @Nullable Resource admit(Resource object) {
    String problem = wrongType(object);
    if (problem == null) {
      try {
        Resource transformed = transform.apply(object);
        if (transformed.key().equals(object.key())) {
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

  /** The last state of an object that is gone: a transform that fails must not keep it alive. */
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
   * Some servers leave kind and apiVersion out of the items of a list, and metadata that is asked
   * for alone says what it is, not of what; neither is a wrong type.
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
