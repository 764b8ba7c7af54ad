package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.ListerWatcher;
import org.jspecify.annotations.Nullable;

/** Where informers get their objects from: an API server's client, or the server itself. */
@FunctionalInterface
public interface SourceProvider {
  /**
   * The objects of a type.
   *
   * @param namespace null for all
   */
  ListerWatcher source(ResourceType type, @Nullable String namespace);

  /** An object, which somebody has just written, as the sources would deliver it. */
  default Resource delivered(Resource written) {
    return written;
  }
}
