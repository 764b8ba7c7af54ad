package io.listwatch.objects.custom;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.schema.CustomSchema;
import io.listwatch.objects.schema.FieldError;
import io.listwatch.objects.schema.Schema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one version of a custom kind says about what is in its objects. Made once for a definition,
 * asked with every write.
 *
 * <p>Thread-safe. Two that say the same are equal, so that watches go on when a definition is
 * stored again. Every method has a default that knows nothing: all is kept, nothing is wrong.
 */
public interface CustomContent {
  /** Of a kind that says nothing about its objects. */
  CustomContent UNKNOWN = new CustomContent() {};

  /** Does what takes a while, so that those who come first need not wait for it. */
  default void prepare() {}

  /** How owners share an object. */
  default Schema sharing() {
    return CustomSchema.unknown();
  }

  /** The same for another version of the kind; null if there is no such version. */
  default @Nullable Schema sharing(String apiVersion) {
    return sharing();
  }

  /** What keeps an object from being taken in at all; empty if nothing does. */
  default Optional<String> unreadable(JsonObject object) {
    return Optional.empty();
  }

  /**
   * Drops what the version does not declare.
   *
   * @return where it was, such as {@code spec.list[0].x}, as clients are told
   */
  default List<String> prune(JsonObject object) {
    return List.of();
  }

  /** Fills in defaults, and drops nulls that mean nothing. */
  default void complete(JsonObject object) {}

  /** Fills in defaults. A null that was applied is meant, and is judged like any other value. */
  default void completeApplied(JsonObject object) {
    complete(object);
  }

  /** What is wrong with a new object, beyond its metadata. */
  default void validate(JsonObject object, List<FieldError> errors) {}

  /**
   * What is wrong with a changed object; what was wrong already and was left alone is forgiven.
   *
   * @param warnings receives the rules that are broken and forgiven
   */
  default void validateUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {}

  /** The same for a change through the status path, which is asked about the status only. */
  default void validateStatusUpdate(
      JsonObject next, JsonObject old, List<FieldError> errors, List<String> warnings) {}

  /**
   * Prunes and defaults an object that was stored under an earlier definition.
   *
   * @return the very same bytes if there is nothing to do
   */
  default byte[] reread(byte[] stored) {
    return stored;
  }
}
