package io.listwatch.reflector;

import io.listwatch.model.DeltaBases;
import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.WatchOptions;
import java.util.List;
import java.util.function.Consumer;

/**
 * A collection that can be listed and watched, such as one of an API server or a storage.
 *
 * <p>Called by one thread at a time, not always the same. Both calls may block; an interrupt ends
 * them with an {@link InterruptedException}. Failures are {@link io.listwatch.model.ApiException}s;
 * a call that fails leaves nothing open.
 */
public interface ListerWatcher {
  /** Returns the collection, or one page of it. The caller may keep the result. */
  ResourceList list(ListOptions options) throws InterruptedException;

  /**
   * Lists like {@link #list(ListOptions)}, but passes the objects to {@code objects} as they come
   * in, for a caller that does not need all of them at once. The returned list has no items. If the
   * list fails, some objects may already have been passed on.
   */
  default ResourceList list(ListOptions options, Consumer<? super Resource> objects)
      throws InterruptedException {
    ResourceList list = list(options);
    list.items().forEach(objects);
    return list.with(List.of());
  }

  /** Opens a stream of changes. The caller closes it. */
  Watch watch(WatchOptions options) throws InterruptedException;

  /**
   * Opens a stream like {@link #watch(WatchOptions)}, whose source may send changes as deltas of
   * the objects in {@code bases}. The stream applies them: its events carry whole objects all the
   * same. It throws {@link io.listwatch.model.DeltaMismatchException} for a delta that does not
   * fit.
   */
  default Watch watch(WatchOptions options, DeltaBases bases) throws InterruptedException {
    return watch(options);
  }

  /** True if a watch can begin with initial events, so that no list is needed. */
  default boolean streamsInitialEvents() {
    return true;
  }
}
