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
 * The acts in which kinds differ when their objects are written; {@link Traits} are the facts.
 *
 * <p>Called in this order, on canonical trees: complete, prepare, validate, admit. Everything may
 * be called again for the same request, with a tree of its own.
 */
public interface Strategy {
  /** What is filled in as an object arrives: what its sender could as well have written. */
  default void complete(JsonObject object) {}

  /** The same for what came of an apply. */
  default void completeApplied(JsonObject object) {
    complete(object);
  }

  /** What the server decides about a new object. */
  default void prepareCreate(JsonObject object) {}

  /** What the server decides about a change of the object itself. */
  default void prepareUpdate(JsonObject next, JsonObject old) {}

  /** What nobody comes to own by such a change, or by making the object. */
  default FieldSet untouched() {
    return FieldSet.empty();
  }

  /** What a change through the status path may not touch goes back to what it was. */
  default void prepareStatusUpdate(JsonObject next, JsonObject old) {}

  /** What those are: nobody comes to own any of it on that path. */
  default FieldSet untouchedByStatus() {
    return ManagedFields.ALL_BUT_STATUS;
  }

  /** Begins a deletion that takes more than to remove the object; false if it does not. */
  default boolean beginDeletion(JsonObject object, Instant now) {
    return false;
  }

  /** What is wrong with a new object, beyond its metadata. */
  default void validate(JsonObject object, List<FieldError> errors) {}

  /**
   * What is wrong with what an object is to become, or with the change, beyond metadata.
   *
   * @param warnings where to leave what was wrong before and is forgiven
   */
  default void validateUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {
    validate(next, errors);
  }

  /** What is wrong with a change through the status path, beyond metadata. */
  default void validateStatusUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {}

  /**
   * Refuses an object in which nothing is wrong, for what there is beside it, or for who asks.
   *
   * @param old null if it is new
   */
  default void admit(JsonObject next, @Nullable JsonObject old) {}

  /** The same for a change through the status path. */
  default void admitStatus(JsonObject next, JsonObject old) {}

  /**
   * What a client should be told about an object that is taken although something in it has no
   * effect, or not the one that it may expect.
   *
   * @param old null if it is new; what it said already is not told again
   */
  default List<String> warnings(JsonObject next, @Nullable JsonObject old) {
    return List.of();
  }

  /** What it should be told about a new object as it was sent, before the server decides. */
  default List<String> warningsAsSent(JsonObject object) {
    return List.of();
  }

  /** What it should be told about a change through the status path. */
  default List<String> statusWarnings(JsonObject next, JsonObject old) {
    return warnings(next, old);
  }

  /** Whether an object whose deletion was asked for has nothing left to wait for. */
  default boolean finished(JsonObject object) {
    return Metadata.of(object).finalizers().isEmpty();
  }

  /** Returns how long an object stays without being written again; empty if for ever. */
  default Optional<Duration> timeToLive() {
    return Optional.empty();
  }
}
