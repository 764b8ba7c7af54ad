package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceType;
import io.listwatch.reflector.ListerWatcher;
import org.jspecify.annotations.Nullable;

/**
 * Provides the sources of informers, usually from a client of an API server, or from the server
 * itself.
 */
@FunctionalInterface
public interface SourceProvider {
  /**
   * Returns the source of a type's objects.
   *
   * @param namespace null for all
   */
  ListerWatcher source(ResourceType type, @Nullable String namespace);

  /**
   * Converts an object from the response to a write into the form in which the sources deliver it.
   */
  default Resource delivered(Resource written) {
    return written;
  }
}
