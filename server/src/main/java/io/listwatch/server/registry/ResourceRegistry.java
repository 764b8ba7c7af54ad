package io.listwatch.server.registry;

import java.util.List;
import java.util.Optional;

/**
 * Which resources are served: those that are built in, and those that users have defined.
 *
 * <p>Thread-safe: readers see an immutable state that changes as a whole.
 */
public final class ResourceRegistry {
  private volatile List<ResourceDefinition> definitions;

  public ResourceRegistry(List<ResourceDefinition> definitions) {
    this.definitions = List.copyOf(definitions);
  }

  /** The resource that a path names. */
  public Optional<ResourceDefinition> find(String group, String version, String plural) {
    return definitions.stream()
        .filter(each -> each.type().plural().equals(plural))
        .filter(each -> each.type().group().equals(group))
        .filter(each -> each.type().version().equals(version))
        .findFirst();
  }

  /** Whether anything is served in this version of the group. */
  public boolean serves(String group, String version) {
    return definitions.stream()
        .anyMatch(
            each -> each.type().group().equals(group) && each.type().version().equals(version));
  }

  /** Everything that is served, in the order of discovery. */
  public List<ResourceDefinition> definitions() {
    return definitions;
  }
}
