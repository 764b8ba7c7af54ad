package io.listwatch.server.resource;

import io.listwatch.model.Resource;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.storage.Lifetime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides the next state of an object from its current one, and from nothing else: after a
 * conflict, the storage calls it again with the newer state.
 */
@FunctionalInterface
public interface Transition {
  /**
   * Returns the outcome for the current state. Called by a worker. A failure counts only if the
   * state is still the stored one. The stage may complete later and on any thread: no worker waits
   * for it.
   *
   * @param current null if the object does not exist
   * @throws io.listwatch.model.ApiException if the write is rejected; the stage may also fail with
   *     one
   */
  CompletionStage<Outcome> next(@Nullable Resource current);

  /** Returns a transition that decides at once. */
  static Transition immediate(Function<@Nullable Resource, Outcome> decision) {
    return current -> CompletableFuture.completedFuture(decision.apply(current));
  }

  /**
   * True if the object most likely does not exist yet. The storage then skips the read before the
   * write. If the object exists after all, the write starts over with it.
   */
  default boolean expectsNone() {
    return false;
  }

  /**
   * Returns the outcome for an object that exists but cannot be read. Only a delete can do without
   * its content; every other write is rejected.
   */
  default Outcome nextOfUnreadable(UnreadableResourceException reason) {
    throw reason;
  }

  /** The decision about a write. */
  sealed interface Outcome {
    /** Stores the object. Writes nothing if that is its current state. */
    record Put(JsonObject object, Lifetime lifetime) implements Outcome {
      public Put(JsonObject object) {
        this(object, Lifetime.unlimited());
      }
    }

    /** Removes the object. The result is its last state with the version of its deletion. */
    record Delete() implements Outcome {}

    /** Writes nothing. The result is this object: the current one, or that of a dry run. */
    record NoWrite(Resource object) implements Outcome {}
  }
}
