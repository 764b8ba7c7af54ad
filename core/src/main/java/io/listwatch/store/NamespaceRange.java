package io.listwatch.store;

import io.listwatch.model.ResourceKey;

/**
 * Where the keys of one namespace are among all keys: as they are ordered by the characters of
 * {@code namespace/name}, side by side.
 *
 * @param from not greater than any of them
 * @param to greater than all of them, and not greater than any key that follows
 */
public record NamespaceRange(ResourceKey from, ResourceKey to) {
  /** Every name starts with this or with something greater. */
  private static final String LEAST_NAME = "\0";

  /** What follows the slash among characters. */
  private static final char AFTER_SLASH = '/' + 1;

  public static NamespaceRange of(String namespace) {
    return new NamespaceRange(
        ResourceKey.of(namespace, LEAST_NAME), ResourceKey.of(namespace + AFTER_SLASH));
  }
}
