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
   * Returns the source of a type's objects for an informer that drops managedFields. A source that
   * supports it requests objects without managedFields; other sources deliver whole objects.
   *
   * @param namespace null for all
   */
  default ListerWatcher leanSource(ResourceType type, @Nullable String namespace) {
    return source(type, namespace);
  }

  /**
   * True if the watches of {@link #leanSource} request objects without managedFields. Otherwise an
   * informer that drops managedFields requests no deltas, because these apply to objects as the
   * server sent them.
   */
  default boolean hasLeanSources() {
    return false;
  }

  /**
   * Converts an object from the response to a write into the form in which the sources deliver it.
   */
  default Resource delivered(Resource written) {
    return written;
  }
}
