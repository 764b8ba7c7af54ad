package io.listwatch.server.cache;

import io.listwatch.model.ResourceType;
import io.listwatch.reflector.ReflectorStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a resource's watch cache, for the diagnosis of a running server. Its parts are read
 * one after the other and may differ by a few changes.
 *
 * @param reflector the state of the reflector that fills the cache; null if storage serves the
 *     resource
 * @param version the version that the cache has reached; 0 before its first list
 * @param oldest the version after which the window has all changes
 * @param changes the number of changes in the window
 * @param windowBytes the memory of the window
 * @param silenceNanos time since storage was last heard from
 * @param recent the last changes, oldest first
 */
public record CacheDescription(
    ResourceType type,
    @Nullable ReflectorStatus reflector,
    long objects,
    long version,
    long oldest,
    long changes,
    long windowBytes,
    long silenceNanos,
    List<Change> recent) {
  public CacheDescription {
    recent = List.copyOf(recent);
  }

  /** Describes a resource without a cache. */
  static CacheDescription uncached(ResourceType type) {
    return new CacheDescription(type, null, 0, 0, 0, 0, 0, 0, List.of());
  }

  /**
   * A change in the window, without its object: a user with access to this description may lack the
   * right to read the object.
   *
   * @param type ADDED, MODIFIED or DELETED
   * @param ageNanos time since the cache received it
   */
  public record Change(long version, String type, long ageNanos) {}
}
