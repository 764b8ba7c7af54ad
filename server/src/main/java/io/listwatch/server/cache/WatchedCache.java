package io.listwatch.server.cache;

import io.listwatch.server.resource.ResourceStorage;
import java.util.concurrent.CompletionStage;

/**
 * The parts of a cache that a {@link WatchSubscription} reads.
 *
 * <p>Thread-safe.
 */
interface WatchedCache {
  CacheState state();

  EventWindow window();

  WatchDispatcher dispatcher();

  CacheMeters meters();

  /** Completes once the state is known to be recent, or if that takes too long. */
  CompletionStage<?> recent();

  /** Serves the changes that are older than the window. */
  ResourceStorage direct();

  /** Called when a subscription has been closed. */
  void closed(WatchSubscription subscription);
}
