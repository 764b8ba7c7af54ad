package io.listwatch.server.registry;

import java.util.List;

/**
 * An API group with its served versions.
 *
 * @param name empty for the core group
 * @param versions the preferred version first; never empty
 */
public record ApiGroup(String name, List<String> versions) {
  public ApiGroup {
    versions = List.copyOf(versions);
    if (versions.isEmpty()) {
      throw new IllegalArgumentException("versions: none of %s (expected: one)".formatted(name));
    }
  }

  public String preferredVersion() {
    return versions.get(0);
  }
}
