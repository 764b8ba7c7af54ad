package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.ResourceType;
import io.listwatch.model.ResourceVersion;
import io.listwatch.reflector.WarmStart;
import io.listwatch.selector.FieldSelector;
import io.listwatch.selector.LabelSelector;
import java.util.Collection;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what informers know from one run of a program to the next.
 *
 * <p>Thread-safe: called by whoever makes and closes informers.
 */
@FunctionalInterface
public interface StoreKeeper {
  /** Keeps nothing. */
  StoreKeeper NONE = (scope, contents) -> KeptStore.NOTHING;

  /**
   * Keeps, every now and then and when it is closed, what an informer knows.
   *
   * @param contents what it knows at the moment; costs nothing to ask
   */
  KeptStore keep(Scope scope, Supplier<Contents> contents);

  /**
   * What a kept store is of; one of anything else is not used in its place.
   *
   * @param namespace null for all
   * @param transform what the objects have been put through, by name
   */
  record Scope(
      ResourceType type,
      @Nullable String namespace,
      LabelSelector labels,
      FieldSelector fields,
      String transform) {}

  /**
   * Objects, and how far they are in the history of their collection.
   *
   * @param version unset as long as nothing is known
   */
  record Contents(ResourceVersion version, Collection<Resource> objects) {}

  /** One informer's store. */
  interface KeptStore extends WarmStart, AutoCloseable {
    /** Of which nothing is kept. */
    KeptStore NOTHING =
        new KeptStore() {
          @Override
          public @Nullable ResourceList restore() {
            return null;
          }

          @Override
          public void close() {}
        };

    /** The informer has ended: keeps what it knew last. */
    @Override
    void close();
  }
}
