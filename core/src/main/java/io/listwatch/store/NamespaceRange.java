package io.listwatch.store;

import io.listwatch.model.ResourceKey;

/**
 * The range of one namespace's keys among all keys, which are adjacent because keys are ordered by
 * the characters of {@code namespace/name}.
 *
 * @param from less than or equal to each of them
 * @param to greater than all of them, and not greater than any key that follows
 */
public record NamespaceRange(ResourceKey from, ResourceKey to) {
  /** Less than or equal to every name. */
  private static final String LEAST_NAME = "\0";

  /** The character that follows the slash. */
  private static final char AFTER_SLASH = '/' + 1;

  public static NamespaceRange of(String namespace) {
    return new NamespaceRange(
        ResourceKey.of(namespace, LEAST_NAME), ResourceKey.of(namespace + AFTER_SLASH));
  }
}
