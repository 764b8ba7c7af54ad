package io.listwatch.server.cache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Notifies the event loops that have subscriptions to a cache of its changes. Never blocks.
 *
 * <p>Thread-safe. The state of a loop is created and removed only on that loop.
 */
final class WatchDispatcher {
  private final EventWindow window;
  private final Map<Executor, LoopWatches> loops = new ConcurrentHashMap<>();

  WatchDispatcher(EventWindow window) {
    this.window = window;
  }

  /** Adds a subscription. Called on its loop. */
  LoopWatches add(WatchSubscription subscription, Executor loop) {
    LoopWatches watches = loops.computeIfAbsent(loop, each -> new LoopWatches(each, window));
    watches.add(subscription);
    return watches;
  }

  /** Removes a subscription. Called on its loop. */
  void remove(WatchSubscription subscription, Executor loop) {
    LoopWatches watches = loops.get(loop);
    if (watches != null) {
      watches.remove(subscription);
      if (watches.isEmpty()) {
        loops.remove(loop);
      }
    }
  }

  void changed() {
    loops.values().forEach(LoopWatches::changed);
  }
}
