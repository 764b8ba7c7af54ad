package io.listwatch.server.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.Resource;
import io.listwatch.storage.Lifetime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of an object, given what it is. Called again with what it has become if
 * somebody else was faster, so it must depend on nothing else.
 */
@FunctionalInterface
public interface Transition {
  /**
   * What the object is to be.
   *
   * @param current null if there is no such object
   * @throws io.listwatch.model.ApiException if the write is refused
   */
  Outcome next(@Nullable Resource current);

  /**
   * The same, for those who have to ask somebody else first: a storage calls this, on a thread that
   * must not be held up for that.
   */
  default CompletionStage<Outcome> decide(@Nullable Resource current) {
    return CompletableFuture.completedStage(next(current));
  }

  /**
   * Whether there is most likely no such object yet. Then it is not asked for before the write,
   * which fails if there is one and begins again with that.
   */
  default boolean expectsNone() {
    return false;
  }

  /**
   * What an object is to be that exists but cannot be read. It can be deleted without being looked
   * at; whatever else one may want with it is refused.
   */
  default Outcome nextOfUnreadable(UnreadableResourceException reason) {
    throw reason;
  }

  /** What a write comes to. */
  sealed interface Outcome {
    /** The object is to be this. If that is what it is already, nothing is written. */
    record Put(ObjectNode object, Lifetime lifetime) implements Outcome {
      public Put(ObjectNode object) {
        this(object, Lifetime.unlimited());
      }
    }

    /** The object is to be gone. The answer is its last state, with the version of its deletion. */
    record Delete() implements Outcome {}

    /** Nothing is to be written, and this is the answer: the current object, or a rehearsal. */
    record Answer(Resource object) implements Outcome {}
  }
}
