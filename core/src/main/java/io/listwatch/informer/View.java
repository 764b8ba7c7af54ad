package io.listwatch.informer;

import io.listwatch.json.JsonPath;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import io.listwatch.selector.Labels;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One state of an object: what its header says at no cost, any field at the cost of a scan, and the
 * whole as the user's class when asked for.
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

  /** What is at {@code path}, as text, read from the bytes; see {@link JsonPath#text}. */
  public Optional<String> text(JsonPath path) {
    return resource.text(path);
  }

  /** The object's bytes and header. */
  public Resource resource() {
    return resource;
  }

  /**
   * The object, decoded. Shared with everybody who asks for this state, so it is to be read only;
   * remembered for a while, so asking again is usually cheap.
   */
  public T get() {
    return decoded.shared(resource);
  }

  /** The object, decoded for the caller alone, who may change it. */
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
