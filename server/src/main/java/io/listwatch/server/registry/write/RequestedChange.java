package io.listwatch.server.registry.write;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.server.registry.ApiErrors;
import io.listwatch.server.registry.strategy.ServedKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The change that a client requests. It is applied again after a conflict. */
public interface RequestedChange {
  /** The error message for an object without a kind, with its JSON. */
  String KINDLESS = "Object 'Kind' is missing in '%s'";

  /**
   * Returns the changed object, not yet decoded.
   *
   * @param old null if there is no object; owned by the callee
   * @throws io.listwatch.model.ApiException if the change needs an object, or cannot be applied to
   *     it
   */
  JsonObject of(@Nullable JsonObject old);

  /** Returns the fields that the body has more than once. */
  default List<RepeatedField> duplicates() {
    return List.of();
  }

  /**
   * Returns the complaints of field validation about a body that is not an object, such as a JSON
   * patch.
   */
  default List<String> complaints() {
    return List.of();
  }

  /**
   * Returns the error for a result that cannot be decoded.
   *
   * @param object the result, as {@link #of} returned it
   */
  default ApiException refused(ResourceType type, JsonObject object, String why) {
    return ApiErrors.badRequest(
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(type.kind(), type.version(), type.kind(), why));
  }

  /** Returns the error for unknown and duplicate fields under strict field validation. */
  default ApiException refusedStrictly(ResourceType type, JsonObject object, String complaints) {
    return refused(type, object, "strict decoding error: " + complaints);
  }

  /** Returns the error for a result of another kind. */
  default ApiException refused(ResourceType type, JsonObject object, UnexpectedKind other) {
    return other.refusal(type);
  }

  /** Returns the error for a result without a kind. */
  default ApiException kindless(ResourceType type, JsonObject object) {
    return refused(type, object, KINDLESS.formatted(JsonTrees.write(object)));
  }

  /**
   * Checks whether the result may have no {@code apiVersion}.
   *
   * @throws ApiException if it needs one
   */
  default void checkVersionless(ServedKind kind) {
    if (kind.definition().custom()) {
      throw ObjectDecoder.otherVersion(kind.type(), "");
    }
  }

  /** Returns the uid that the current object must have; empty for no precondition. */
  default String uid() {
    return "";
  }

  /** True if the result does not depend on the current object. */
  default boolean standsAlone() {
    return false;
  }

  /** True if the result already has its managedFields, as after an apply. */
  default boolean recordsOwners() {
    return false;
  }

  /**
   * Returns the part that admission sees in place of the object; null if it sees the object itself.
   */
  default @Nullable ShownPart shown() {
    return null;
  }

  /** True if this change creates a missing object of any kind. */
  default boolean creates() {
    return false;
  }
}
