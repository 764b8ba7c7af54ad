package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.model.ApiException;
import io.listwatch.model.ResourceType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client wants an object to become. Asked again with what the object has become if somebody
 * else was faster.
 */
interface Change {
  /**
   * The object as the client wants it, not taken in yet.
   *
   * @param old null if there is no such object; the receiver's own
   * @throws io.listwatch.model.ApiException if there must be one, or the change does not fit it
   */
  ObjectNode of(@Nullable ObjectNode old);

  /** The paths of what the client gave more than once. */
  default List<String> duplicates() {
    return List.of();
  }

  /**
   * Says that the object that came of it cannot be had.
   *
   * @param text of that object
   */
  default ApiException refused(ResourceType type, String text, String why) {
    return Refusals.badRequest(
        "%s in version \"%s\" cannot be handled as a %s: %s"
            .formatted(type.kind(), type.version(), type.kind(), why));
  }

  /** The incarnation that the client means; empty if it did not say. */
  default String uid() {
    return "";
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
