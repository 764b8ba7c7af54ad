package io.listwatch.server;

import io.listwatch.server.registry.strategy.Reservations;
import io.listwatch.storage.Key;
import io.listwatch.storage.Lifetime;
import io.listwatch.storage.RevisionConflictException;
import io.listwatch.storage.Storage;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reservations that are shared by all servers on one storage. Each is a key that exists while the
 * name is reserved. The key expires, so that the reservations of a server that crashed do not stay.
 *
 * <p>Thread-safe.
 */
final class StoredReservations implements Reservations {
  private static final String PREFIX = "/listwatch/reservations/";

  /** Far longer than any write takes before its request times out. */
  private static final Lifetime HELD = Lifetime.of(Duration.ofMinutes(2));

  private final Storage storage;

  /**
   * Revisions of the keys that this server created, by name. A key with a later revision belongs to
   * another server.
   */
  private final Map<String, Long> held = new ConcurrentHashMap<>();

  StoredReservations(Storage storage) {
    this.storage = storage;
  }

  @Override
  public CompletionStage<Boolean> take(String name) {
    return storage
        .create(key(name), new byte[] {1}, HELD)
        .thenApply(
            revision -> {
              held.put(name, revision);
              return true;
            })
        .exceptionallyCompose(StoredReservations::heldByAnother);
  }

  private static CompletionStage<Boolean> heldByAnother(Throwable problem) {
    Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
    return cause instanceof RevisionConflictException
        ? CompletableFuture.completedFuture(false)
        : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletionStage<Void> release(String name) {
    Long revision = held.remove(name);
    return revision == null
        ? CompletableFuture.completedFuture(null)
        : storage.delete(key(name), revision).thenAccept(deleted -> {});
  }

  private static Key key(String name) {
    return Key.of(PREFIX + name);
  }
}
