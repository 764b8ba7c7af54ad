package io.listwatch.server.resource;

import io.listwatch.model.ResourceKey;
import org.jspecify.annotations.Nullable;

/**
 * The namespace and name that a list or a watch is restricted to.
 *
 * @param namespace null for all namespaces, and for a cluster-scoped resource
 * @param name null for all objects; with a name, at most one object in each namespace
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
