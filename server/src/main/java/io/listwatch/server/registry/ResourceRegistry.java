package io.listwatch.server.registry;

import java.util.List;
import java.util.Optional;

/**
 * Which resources are served: those that are built in, and those that users have defined.
 *
 * <p>Thread-safe: readers see an immutable state that changes as a whole.
 */
public final class ResourceRegistry {
  /** The resource that a path names. */
  public Optional<ResourceDefinition> find(String group, String version, String plural) {
    throw new UnsupportedOperationException();
  }

  /** Whether anything is served in this version of the group. */
  public boolean serves(String group, String version) {
    throw new UnsupportedOperationException();
  }

  /** Everything that is served, in the order of discovery. */
  public List<ResourceDefinition> definitions() {
    throw new UnsupportedOperationException();
  }
}
