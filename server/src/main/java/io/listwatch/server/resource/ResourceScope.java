package io.listwatch.server.resource;

import io.listwatch.model.ResourceKey;
import org.jspecify.annotations.Nullable;

/**
 * The namespace, name and shard that a list or a watch is restricted to.
 *
 * @param namespace null for all namespaces, and for a cluster-scoped resource
 * @param name null for all objects; with a name, at most one object in each namespace
 * @param shard selects some of these objects by the hash of a field
 */
public record ResourceScope(
    @Nullable String namespace, @Nullable String name, ShardSelector shard) {
  public static final ResourceScope ALL = new ResourceScope(null, null);

  public ResourceScope(@Nullable String namespace, @Nullable String name) {
    this(namespace, name, ShardSelector.EVERYTHING);
  }

  public static ResourceScope namespace(String namespace) {
    return new ResourceScope(namespace, null);
  }

  public ResourceScope named(String newName) {
    return new ResourceScope(namespace, newName, shard);
  }

  public ResourceScope sharded(ShardSelector newShard) {
    return new ResourceScope(namespace, name, newShard);
  }

  /** True if the key lies in the namespace and has the name; ignores the shard. */
  public boolean contains(ResourceKey key) {
    return (namespace == null || namespace.equals(key.namespace()))
        && (name == null || name.equals(key.name()));
  }
}
