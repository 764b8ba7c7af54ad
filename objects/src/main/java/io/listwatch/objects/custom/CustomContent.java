package io.listwatch.objects.custom;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.CustomSchema;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Schema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content rules of one version of a custom kind: pruning, defaults and validation. Created once
 * for a definition, used by every write.
 *
 * <p>Thread-safe. Instances with equal rules are equal, so that watches continue when a definition
 * is stored again unchanged. By default, every method accepts and keeps everything.
 */
public interface CustomContent {
  /** Accepts and keeps everything, for a kind without a schema. */
  CustomContent UNKNOWN = new CustomContent() {};

  /** Compiles the validation rules ahead of the first request. */
  default void prepare() {}

  /** Returns the schema by which server-side apply merges objects. */
  default Schema sharing() {
    return CustomSchema.unknown();
  }

  /** Like {@link #sharing()}, for another version of the kind; null if there is no such version. */
  default @Nullable Schema sharing(String apiVersion) {
    return sharing();
  }

  /** Returns why an object cannot be decoded; empty if it can. */
  default Optional<String> unreadable(JsonObject object) {
    return Optional.empty();
  }

  /**
   * Drops unknown fields.
   *
   * @return their paths, such as {@code spec.list[0].x}, as reported to clients
   */
  default List<String> prune(JsonObject object) {
    return List.of();
  }

  /** Fills in defaults, and drops nulls that are not nullable. */
  default void complete(JsonObject object) {}

  /** Fills in the defaults of an applied object. Its nulls stay and are validated. */
  default void completeApplied(JsonObject object) {
    complete(object);
  }

  /** Adds the errors of a new object, beyond its metadata. */
  default void validate(JsonObject object, List<FieldError> errors) {}

  /**
   * Adds the errors of an updated object. Errors of unchanged values are ratcheted.
   *
   * @param warnings receives the violated rules of unchanged values
   */
  default void validateUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {}

  /** Like {@link #validateUpdate}, for the status subresource: validates the status only. */
  default void validateStatusUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {}

  /**
   * Prunes and defaults an object that was stored under an earlier definition.
   *
   * @return the same array if nothing changes
   */
  default byte[] reread(byte[] stored) {
    return stored;
  }
}
