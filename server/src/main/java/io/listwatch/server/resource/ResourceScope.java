package io.listwatch.server.resource;

import io.listwatch.model.ResourceKey;
import org.jspecify.annotations.Nullable;

/**
 * Which objects of a resource a list or a watch is about.
 *
 * @param namespace null for all, and for a cluster-scoped resource
 * @param name null for all; with a name, at most one object of the namespace, or of each
 */
public record ResourceScope(@Nullable String namespace, @Nullable String name) {
  public static final ResourceScope ALL = new ResourceScope(null, null);

  public static ResourceScope namespace(String namespace) {
    return new ResourceScope(namespace, null);
  }

  public ResourceScope named(String newName) {
    return new ResourceScope(namespace, newName);
  }

  public boolean contains(ResourceKey key) {
    return (namespace == null || namespace.equals(key.namespace()))
        && (name == null || name.equals(key.name()));
  }
}
