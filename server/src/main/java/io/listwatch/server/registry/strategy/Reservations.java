package io.listwatch.server.registry.strategy;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Short-lived exclusive reservations of names. A reservation that is not released expires after a
 * while.
 *
 * <p>Thread-safe. No call blocks.
 */
public interface Reservations {
  /** Reserves a name; completes with false if it is already reserved. */
  CompletionStage<Boolean> take(String name);

  /** Releases a reserved name. */
  CompletionStage<Void> release(String name);

  /** Returns reservations for a server that shares its storage with no other server. */
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
