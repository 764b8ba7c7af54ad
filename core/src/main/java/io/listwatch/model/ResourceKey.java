package io.listwatch.model;

import org.jspecify.annotations.Nullable;

/**
 * The namespace and name of an object. Cluster-scoped objects have no namespace.
 *
 * <p>Ordered as the storage orders its keys: by the characters of {@code namespace/name}, so that
 * the namespace {@code a-b} comes before {@code a}, because {@code -} comes before {@code /}.
 */
public record ResourceKey(@Nullable String namespace, String name)
    implements Comparable<ResourceKey> {
  public ResourceKey {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("name: empty (expected: the name of an object)");
    }
    if (namespace != null && namespace.isEmpty()) {
      throw new IllegalArgumentException("namespace: empty (expected: a name, or null for none)");
    }
    requireNoSlash("name", name);
    requireNoSlash("namespace", namespace);
  }

  /** Rejects slashes: with them, different keys would print and sort alike. */
  private static void requireNoSlash(String part, @Nullable String text) {
    if (text != null && text.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "%s: %.64s (expected: a name without a slash)".formatted(part, text));
    }
  }

  /** Returns the key of a cluster-scoped object. */
  public static ResourceKey of(String name) {
    return new ResourceKey(null, name);
  }

  public static ResourceKey of(String namespace, String name) {
    return new ResourceKey(namespace, name);
  }

  /** Parses {@code namespace/name} or {@code name}, the format of {@link #toString}. */
  public static ResourceKey parse(String text) {
    int slash = text.indexOf('/');
    if (text.indexOf('/', slash + 1) > slash) {
      throw new IllegalArgumentException("key: " + text + " (expected: name or namespace/name)");
    }
    return slash < 0 ? of(text) : of(text.substring(0, slash), text.substring(slash + 1));
  }

  @Override
  public int compareTo(ResourceKey other) {
    if (namespace == null && other.namespace == null) {
      return name.compareTo(other.name);
    }
    if (namespace == null || other.namespace == null) {
      return toString().compareTo(other.toString());
    }
    // Most neighbours share their namespace, often as the same string instance.
    if (namespace.equals(other.namespace)) {
      return name.compareTo(other.name);
    }
    return compareWithSlash(namespace, other.namespace);
  }

  /** Compares two different strings as if each were followed by a slash. */
  private static int compareWithSlash(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      int difference = a.charAt(i) - b.charAt(i);
      if (difference != 0) {
        return difference;
      }
    }
    return a.length() < b.length() ? '/' - b.charAt(common) : a.charAt(common) - '/';
  }

  @Override
  public String toString() {
    return namespace == null ? name : namespace + "/" + name;
  }
}
