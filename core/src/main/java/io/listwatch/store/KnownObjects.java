package io.listwatch.store;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The objects that a store held at one moment. Immutable, and read without waiting. */
public interface KnownObjects {
  @Nullable Resource get(ResourceKey key);

  /** In the order of their keys. */
  Collection<Resource> all();
}
