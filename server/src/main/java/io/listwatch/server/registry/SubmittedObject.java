package io.listwatch.server.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * An object as a client sent it.
 *
 * @param object the receiver's own, to change as it likes
 * @param duplicates the paths of members that were given more than once, as in {@code
 *     metadata.name}; the last one stands
 */
public record SubmittedObject(ObjectNode object, List<String> duplicates) {
  public SubmittedObject {
    duplicates = List.copyOf(duplicates);
  }
}
