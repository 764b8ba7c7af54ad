package io.listwatch.informer;

import io.listwatch.model.ResourceKey;
import io.listwatch.reflector.ReflectorListener;
import io.listwatch.store.Delta;
import io.listwatch.store.StoreSnapshot;
import java.util.List;

/**
 * Who wants to know how an informer fares, beyond what its handlers are told. Called on the
 * informer's own threads: be quick. What a listener throws is logged and otherwise ignored.
 */
public interface InformerListener extends ReflectorListener {
  /** Nobody wants to know. */
  InformerListener NONE = new InformerListener() {};

  /**
   * Deltas have been applied: {@code store} is what is read from now on. Handlers are told next.
   */
  default void onApplied(List<Delta> deltas, StoreSnapshot store) {}

  /** A handler has thrown. */
  default void onHandlerFailure(String handler, Throwable failure) {}

  /** An index could not deal with an object, which can therefore not be found by it. */
  default void onIndexFailure(String index, ResourceKey key, RuntimeException failure) {}

  /** Somebody has changed an object that is shared. Told only where detection was asked for. */
  default void onMutation(ResourceKey key) {}
}
