package io.listwatch.server.registry.strategy;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds names for a moment, so that of several who want one only one goes on. A name that is not
 * given back becomes free on its own after a while.
 *
 * <p>Thread-safe; no call waits.
 */
public interface Reservations {
  /** Takes a name; false if somebody holds it. */
  CompletionStage<Boolean> take(String name);

  /** Gives a name back that was taken. */
  CompletionStage<Void> release(String name);

  /** For servers that share nothing with others. */
  static Reservations inMemory() {
    Set<String> held = ConcurrentHashMap.newKeySet();
    return new Reservations() {
      @Override
      public CompletionStage<Boolean> take(String name) {
        return CompletableFuture.completedFuture(held.add(name));
      }

      @Override
      public CompletionStage<Void> release(String name) {
        held.remove(name);
        return CompletableFuture.completedFuture(null);
      }
    };
  }
}
