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
 * Keeps the content of informers from one run of a program to the next.
 *
 * <p>Thread-safe: called on the threads that create and close informers.
 */
@FunctionalInterface
public interface StoreKeeper {
  /** Keeps nothing. */
  StoreKeeper NONE = (scope, contents) -> KeptStore.NOTHING;

  /**
   * Keeps an informer's content periodically and on close.
   *
   * @param contents returns the current content; costs nothing to call
   */
  KeptStore keep(Scope scope, Supplier<Contents> contents);

  /**
   * Identifies the content of a kept store, which is used only for an equal scope.
   *
   * @param namespace null for all
   * @param transform name of the transform that the objects went through
   */
  record Scope(
      ResourceType type,
      @Nullable String namespace,
      LabelSelector labels,
      FieldSelector fields,
      String transform) {}

  /**
   * Objects, and the version of their collection.
   *
   * @param version unset before the first list
   */
  record Contents(ResourceVersion version, Collection<Resource> objects) {}

  /** The kept store of one informer. */
  interface KeptStore extends WarmStart, AutoCloseable {
    /** Keeps nothing. */
    KeptStore NOTHING =
        new KeptStore() {
          @Override
          public @Nullable ResourceList restore() {
            return null;
          }

          @Override
          public void close() {}
        };

    /** Called when the informer has ended, to keep its last content. */
    @Override
    void close();
  }
}
