package io.listwatch.informer;

import io.listwatch.model.Resource;
import io.listwatch.model.ResourceKey;
import io.listwatch.store.Delta;
import io.listwatch.store.Index;
import io.listwatch.store.StoreSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs an informer's failures and notifies its listener, except for those of the reflector.
 *
 * <p>Thread-safe: called on the thread on which a failure happens.
 */
final class InformerMonitor {
  private static final Logger log = LoggerFactory.getLogger(Informer.class);

  private final String name;
  private final InformerListener listener;

  private volatile @Nullable Throwable processingFailure;

  InformerMonitor(String name, InformerListener listener) {
    this.name = name;
    this.listener = listener;
  }

  void applied(List<Delta> deltas, StoreSnapshot store) {
    if (listener != InformerListener.NONE) {
      notifyListener(() -> listener.onApplied(deltas, store));
    }
  }

  /** Reports a bug of ours or of an index: the store may lack the batch's changes. */
  void processingFailed(Throwable failure) {
    processingFailure = failure;
    log.error("{}: a batch could not be applied", name, failure);
  }

  /** Returns the failure of applying a batch, if there ever was one. */
  @Nullable Throwable processingFailure() {
    return processingFailure;
  }

  void indexFailed(Index index, Resource object, RuntimeException failure) {
    log.warn("{}: index {} failed for {}", name, index.name(), object.key(), failure);
    notifyListener(() -> listener.onIndexFailure(index.name(), object.key(), failure));
  }

  void handlerFailed(String handler, Throwable failure) {
    log.warn("{}: handler {} failed", name, handler, failure);
    notifyListener(() -> listener.onHandlerFailure(handler, failure));
  }

  void mutated(ResourceKey key) {
    log.error("{}: {} was changed by a reader though it is shared", name, key);
    notifyListener(() -> listener.onMutation(key));
  }

  private void notifyListener(Runnable call) {
    try {
      call.run();
    } catch (Throwable failure) {
      log.error("{}: a listener failed", name, failure);
    }
  }
}
