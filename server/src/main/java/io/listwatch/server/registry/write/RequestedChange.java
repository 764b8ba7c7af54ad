package io.listwatch.server.registry.write;

import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.RepeatedField;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.strategy.ServedKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The change of an object that a client asks for. After a conflict it is applied again. */
public interface RequestedChange {
  /** The error for an object without a kind, with its JSON. */
  String KINDLESS = "Object 'Kind' is missing in '%s'";

  /**
   * Returns the object as the client wants it, not decoded yet.
   *
   * @param old null if there is no such object; the receiver's own
   * @throws io.listwatch.model.ApiException if there must be one, or the change does not fit it
   */
  JsonObject of(@Nullable JsonObject old);

  /** Returns the fields that the client gave more than once. */
  default List<RepeatedField> duplicates() {
    return List.of();
  }

  /**
   * Returns the error for a result that cannot be decoded.
   *
   * @param object the result, as {@link #of} returned it
   */
  default ApiException refused(ResourceType type, JsonObject object, String why) {
    return Refusals.badRequest(
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(type.kind(), type.version(), type.kind(), why));
  }

  /** Rejects unknown and duplicate fields, because the client asked for strict validation. */
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
   * Checks that the result may come without an {@code apiVersion}.
   *
   * @throws ApiException if it may not
   */
  default void checkVersionless(ServedKind kind) {
    if (kind.definition().custom()) {
      throw ObjectDecoder.otherVersion(kind.type(), "");
    }
  }

  /** Returns the uid that the current object must have; empty for any. */
  default String uid() {
    return "";
  }

  /** True if the result does not depend on the current object. */
  default boolean standsAlone() {
    return false;
  }

  /** True if the result comes with its managedFields, as that of an apply does. */
  default boolean recordsOwners() {
    return false;
  }

  /** True if it creates a missing object, whichever the kind. */
  default boolean creates() {
    return false;
  }
}
