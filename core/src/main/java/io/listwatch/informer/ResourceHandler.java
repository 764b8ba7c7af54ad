package io.listwatch.informer;

import io.listwatch.model.ResourceKey;
import java.util.function.Consumer;

/**
 * Is told what happens to the objects of an {@link Informer}.
 *
 * <p>Called by one thread at a time, its own, so it may take its time: it holds up nobody else. Of
 * each object it sees a legal history: an add, updates of that same object, a delete, and if it
 * comes back, an add again. States may be skipped, never reordered. What it throws is reported and
 * ends nothing.
 */
public interface ResourceHandler<T> {
  /** Tells only the key of whatever happened: what a work queue wants. */
  static <T> ResourceHandler<T> keys(Consumer<? super ResourceKey> consumer) {
    return new ResourceHandler<>() {
      @Override
      public void onAdd(View<T> object, boolean initial) {
        consumer.accept(object.key());
      }

      @Override
      public void onUpdate(View<T> previous, View<T> current) {
        consumer.accept(current.key());
      }

      @Override
      public void onDelete(View<T> last, boolean finalStateUnknown) {
        consumer.accept(last.key());
      }
    };
  }

  /**
   * An object exists.
   *
   * @param initial whether it did already when the handler was added or the informer started
   */
  default void onAdd(View<T> object, boolean initial) {}

  /** An object has changed; on a resync, the same state twice. */
  default void onUpdate(View<T> previous, View<T> current) {}

  /**
   * An object is gone.
   *
   * @param finalStateUnknown whether the deletion was only noticed afterwards, so that this is the
   *     last state seen rather than the last it had
   */
  default void onDelete(View<T> last, boolean finalStateUnknown) {}
}
