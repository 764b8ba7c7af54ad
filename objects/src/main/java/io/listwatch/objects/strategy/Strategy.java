package io.listwatch.objects.strategy;

import io.listwatch.objects.apply.FieldSet;
import io.listwatch.objects.apply.ManagedFields;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.kinds.Traits;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.FieldError;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour in which kinds differ when their objects are written; {@link Traits} are the
 * declarative differences.
 *
 * <p>Called in this order, on canonical trees: complete, prepare, validate, admit. All methods may
 * be called several times for a request, each time with a new tree.
 */
public interface Strategy {
  /** Fills in the defaults of an object that a client sent. */
  default void complete(JsonObject object) {}

  /** Fills in the defaults of an applied object. */
  default void completeApplied(JsonObject object) {
    complete(object);
  }

  /**
   * Sets the fields that a new object gets from other objects, such as the default storage class of
   * a claim. Called before mutating webhooks, which see these fields.
   */
  default void mutate(JsonObject object) {}

  /**
   * Sets the fields that admission plug-ins would take from other objects. For checks of new
   * objects without a server.
   */
  default void assumeAdmission(JsonObject object) {}

  /** Sets the fields of a new object that the server controls. */
  default void prepareCreate(JsonObject object) {}

  /** Sets the fields of an updated object that the server controls. */
  default void prepareUpdate(JsonObject next, JsonObject old) {}

  /** Returns the fields that a create or update cannot change, and so does not own. */
  default FieldSet untouched() {
    return FieldSet.empty();
  }

  /** Restores the fields that the status subresource may not change. */
  default void prepareStatusUpdate(JsonObject next, JsonObject old) {}

  /** Returns the fields that the status subresource cannot change, and so does not own. */
  default FieldSet untouchedByStatus() {
    return ManagedFields.ALL_BUT_STATUS;
  }

  /**
   * Begins a deletion that takes more than removing the object. Returns false if the object can be
   * removed at once.
   */
  default boolean beginDeletion(JsonObject object, Instant now) {
    return false;
  }

  /** Adds the errors of a new object, beyond its metadata. */
  default void validate(JsonObject object, List<FieldError> errors) {}

  /**
   * Adds the errors of an updated object and of the change, beyond metadata.
   *
   * @param warnings receives ratcheted errors
   */
  default void validateUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
    validate(next, errors);
  }

  /** Adds the errors of an update of the status, beyond metadata. */
  default void validateStatusUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {}

  /**
   * Rejects a valid object because of other objects, or because of the user.
   *
   * @param old null if the object is new
   */
  default void admit(JsonObject next, @Nullable JsonObject old) {}

  /** Like {@link #admit}, for an update of the status. */
  default void admitStatus(JsonObject next, JsonObject old) {}

  /**
   * Returns warnings about a valid object that has parts without an effect, or with an unexpected
   * effect.
   *
   * @param old null if the object is new; its warnings are not repeated
   */
  default List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    return List.of();
  }

  /** Returns warnings about a new object as it was sent, before the server sets fields. */
  default List<String> warningsAsSent(JsonObject object) {
    return List.of();
  }

  /** Returns warnings about an update of the status. */
  default List<String> statusWarnings(JsonObject next, JsonObject old) {
    return warnings(next, old);
  }

  /** True if a deleted object has no finalizers left, and can be removed. */
  default boolean finished(JsonObject object) {
    return Metadata.of(object).finalizers().isEmpty();
  }

  /** Returns the time after the last write until an object expires; empty if it never does. */
  default Optional<Duration> timeToLive() {
    return Optional.empty();
  }
}
