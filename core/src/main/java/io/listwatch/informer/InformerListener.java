package io.listwatch.informer;

import io.listwatch.model.ResourceKey;
import io.listwatch.reflector.ReflectorListener;
import io.listwatch.store.Delta;
import io.listwatch.store.StoreSnapshot;
import java.util.List;

/**
 * Is notified of an informer's progress and failures, beyond its handlers' notifications. Called on
 * the informer's own threads: return fast. An exception from a listener is logged and otherwise
 * ignored.
 */
public interface InformerListener extends ReflectorListener {
  /** Ignores all notifications. */
  InformerListener NONE = new InformerListener() {};

  /**
   * Called when deltas have been applied: reads see {@code store} from now on. Handlers are
   * notified next.
   */
  default void onApplied(List<Delta> deltas, StoreSnapshot store) {}

  /** Called when a handler has thrown. */
  default void onHandlerFailure(String handler, Throwable failure) {}

  /**
   * Called when an index function failed for an object, which is therefore missing in that index.
   */
  default void onIndexFailure(String index, ResourceKey key, RuntimeException failure) {}

  /** Called when a user has changed a shared object. Only if mutation detection is on. */
  default void onMutation(ResourceKey key) {}
}
