package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.objects.schema.RepeatedField;
import io.listwatch.server.registry.Refusals;
import io.listwatch.server.registry.strategy.ServedKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client wants an object to become. Asked again with what the object has become if somebody
 * else was faster.
 */
public interface RequestedChange {
  /** What is wrong with an object without a kind, and its text. */
  String KINDLESS = "Object 'Kind' is missing in '%s'";

  /**
   * The object as the client wants it, not taken in yet.
   *
   * @param old null if there is no such object; the receiver's own
   * @throws io.listwatch.model.ApiException if there must be one, or the change does not fit it
   */
  ObjectNode of(@Nullable ObjectNode old);

  /** What the client gave more than once. */
  default List<RepeatedField> duplicates() {
    return List.of();
  }

  /**
   * Says that the object that came of it cannot be had.
   *
   * @param object that came of it, which nobody has changed yet
   */
  default ApiException refused(ResourceType type, ObjectNode object, String why) {
    return Refusals.badRequest(
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(type.kind(), type.version(), type.kind(), why));
  }

  /** Says that the object that came of it is of another kind than is expected. */
  default ApiException refused(ResourceType type, ObjectNode object, UnexpectedKind other) {
    return other.refusal(type);
  }

  /** Says that the object that came of it does not say of what kind it is. */
  default ApiException kindless(ResourceType type, ObjectNode object) {
    return refused(type, object, KINDLESS.formatted(JsonTrees.write(object)));
  }

  /**
   * Passes if the object that came of it need not say of what version it is.
   *
   * @throws ApiException if it must
   */
  default void checkVersionless(ServedKind kind) {
    if (kind.definition().custom()) {
      throw ObjectDecoder.otherVersion(kind.type(), "");
    }
  }

  /** The incarnation that the client means; empty if it did not say. */
  default String uid() {
    return "";
  }

  /** Whether what it makes of an object is the same whatever that was. */
  default boolean standsAlone() {
    return false;
  }

  /** Whether the object comes with the record of who manages its fields. */
  default boolean recordsOwners() {
    return false;
  }

  /** Whether it makes the object if there is none, whatever the kind. */
  default boolean creates() {
    return false;
  }
}
