package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The objects of a store at one moment. Immutable; reads never block. */
public interface KnownObjects {
  @Nullable Resource get(ResourceKey key);

  /** Returns all objects in the order of their keys. */
  Collection<Resource> all();
}
