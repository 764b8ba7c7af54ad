package io.listwatch.reflector;

import io.listwatch.model.ListOptions;
import io.listwatch.model.Resource;
import io.listwatch.model.ResourceList;
import io.listwatch.model.WatchOptions;
import java.util.List;
import java.util.function.Consumer;

/**
 * A collection that can be listed and watched: of an API server, of a storage, of a test.
 *
 * <p>Called by one thread at a time, not always the same. Both calls may wait; an interrupt ends
 * the wait with an {@link InterruptedException}. Failures are {@link
 * io.listwatch.model.ApiException}s; a call that fails has left nothing open.
 */
public interface ListerWatcher {
  /** Answers the collection, or one page of it, which the caller may keep. */
  ResourceList list(ListOptions options) throws InterruptedException;

  /**
   * Answers the same without its objects, which are given to {@code objects} as they come in: for
   * who need not have all of them at once. Those of a list that fails may have been given before.
   */
  default ResourceList list(ListOptions options, Consumer<? super Resource> objects)
      throws InterruptedException {
    ResourceList list = list(options);
    list.items().forEach(objects);
    return list.with(List.of());
  }

  /** Opens a stream of what happens. The caller closes it. */
  Watch watch(WatchOptions options) throws InterruptedException;

  /** Whether a watch can begin with the objects there are, so that no list is needed. */
  default boolean streamsInitialEvents() {
    return true;
  }
}
