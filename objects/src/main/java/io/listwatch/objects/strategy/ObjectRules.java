package io.listwatch.objects.strategy;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.FieldError;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Defaults, validation and deletion of one built-in kind, implemented outside of this package.
 *
 * <p>Called on any thread, possibly several times for a request, each time with a new tree.
 */
public interface ObjectRules {
  /** Fills in defaults. */
  void complete(JsonObject object);

  /** Sets the fields of a new object that the server controls. */
  void prepareCreate(JsonObject object);

  /** Sets the fields of an updated object that the server controls. */
  void prepareUpdate(JsonObject next, JsonObject old);

  /**
   * Begins a deletion that takes more than removing the object: marks the object, and adds a
   * finalizer. Called until the object has a deletion timestamp.
   *
   * @return false if the object can be removed at once
   */
  default boolean beginDeletion(JsonObject object, Instant now) {
    return false;
  }

  /** Returns the errors of a new object, beyond its metadata. */
  List<FieldError> validate(JsonObject object);

  /** Returns the errors of an updated object and of the change, beyond metadata. */
  List<FieldError> validateUpdate(JsonObject next, JsonObject old);

  /**
   * Returns warnings about parts of a valid object that have no effect.
   *
   * @param old null if the object is new; its warnings are not repeated
   */
  default List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    return List.of();
  }
}
