package io.listwatch.informer;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.selector.Labels;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One state of an object: its header at no cost, any field at the cost of a scan, and the whole
 * object decoded into the user's class on demand.
 *
 * <p>Immutable and thread-safe.
 */
public final class View<T> {
  private final Resource resource;
  private final DecodedObjects<T> decoded;

  View(Resource resource, DecodedObjects<T> decoded) {
    this.resource = resource;
    this.decoded = decoded;
  }

  public ResourceKey key() {
    return resource.key();
  }

  public ResourceVersion version() {
    return resource.version();
  }

  public Labels labels() {
    return resource.labels();
  }

  /** True if the object has a {@code deletionTimestamp}: it is being deleted. */
  public boolean terminating() {
    return resource.terminating();
  }

  /**
   * Returns the value at {@code path} as a string, read from the bytes; see {@link JsonPath#text}.
   */
  public Optional<String> text(JsonPath path) {
    return resource.text(path);
  }

  /** Returns the object's bytes and header. */
  public Resource resource() {
    return resource;
  }

  /**
   * Returns the decoded object. It is shared by all callers that read this state, so do not change
   * it. It is cached for a while, so another call is usually cheap.
   */
  public T get() {
    return decoded.shared(resource);
  }

  /** Returns a decoded copy, which the caller may change. */
  public T copy() {
    return decoded.copy(resource);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof View<?> view && view.resource.equals(resource);
  }

  @Override
  public int hashCode() {
    return resource.hashCode();
  }

  @Override
  public String toString() {
    return resource.toString();
  }
}
