package io.listwatch.model;

import org.jspecify.annotations.Nullable;

/** A base for every key: always the same object. */
record OneBase(@Nullable Resource object) implements DeltaBases {
  @Override
  public @Nullable Resource latest(ResourceKey key) {
    return object != null && object.key().equals(key) ? object : null;
  }

  @Override
  public boolean includes(ResourceKey key, ResourceVersion version) {
    return false;
  }
}
