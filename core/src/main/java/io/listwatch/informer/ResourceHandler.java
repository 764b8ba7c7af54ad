package io.listwatch.informer;

import io.listwatch.model.ResourceKey;
import io.listwatch.model.ResourceVersion;
import java.util.function.Consumer;

/**
 * Handles changes of the objects of an {@link Informer}.
 *
 * <p>Called on one dedicated thread, so a slow handler does not delay others. It sees a legal
 * history of each object: an add, updates of that same object, a delete, and if the object is
 * created again, another add. States may be skipped, never reordered. Exceptions are reported and
 * end nothing.
 */
public interface ResourceHandler<T> {
  /**
   * Returns a handler that passes on only the key of every changed object, for example to a work
   * queue.
   */
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
   * Called for an object that was added.
   *
   * @param initial whether it already existed when the handler was added or the informer started
   */
  default void onAdd(View<T> object, boolean initial) {}

  /** Called for an object that has changed; on a resync, with the same state twice. */
  default void onUpdate(View<T> previous, View<T> current) {}

  /**
   * Called for an object that was deleted.
   *
   * @param finalStateUnknown whether the deletion was noticed only afterwards, so that {@code last}
   *     is the last state seen and may not be the final one
   */
  default void onDelete(View<T> last, boolean finalStateUnknown) {}

  /**
   * Called before the changes that a relist has found. The informer lists again if the server no
   * longer has the history since the end of the watch. Until {@link #onRelistEnd}, an add or update
   * may stand for changes by several writers. Not called with {@link QueueKind#DELTA_FIFO}.
   *
   * @param last the version of the collection before the relist
   */
  default void onRelistBegin(ResourceVersion last) {}

  /**
   * Called after the changes that a relist has found. Relists that wait for a slow handler become
   * one.
   *
   * @param version the version of the collection in the list
   */
  default void onRelistEnd(ResourceVersion version) {}
}
