package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.FieldError;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the objects of one built-in kind need beyond what all have, from whoever gives the kind its
 * meaning.
 *
 * <p>Called on any thread, perhaps more than once for a request, with a tree of its own.
 */
public interface ObjectRules {
  /** Fills in what a sender may leave out. */
  void complete(JsonObject object);

  /** Decides what is the server's to say about a new object. */
  void prepareCreate(JsonObject object);

  /** Decides what is the server's to say about a change of the object itself. */
  void prepareUpdate(JsonObject next, JsonObject old);

  /**
   * Begins a deletion that takes more than to remove the object: says so in the object, and names
   * in its finalizers what is to be done before. Called until the object says when it was deleted.
   *
   * @return whether there is more to be done
   */
  default boolean beginDeletion(JsonObject object, Instant now) {
    return false;
  }

  /** What is wrong with a new object, beyond its metadata. */
  List<FieldError> validate(JsonObject object);

  /** What is wrong with a changed object or with the change, beyond metadata. */
  List<FieldError> validateUpdate(JsonObject next, JsonObject old);

  /**
   * What in a valid object has no effect.
   *
   * @param old null if it is new; what it said already is not told again
   */
  default List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    return List.of();
  }
}
