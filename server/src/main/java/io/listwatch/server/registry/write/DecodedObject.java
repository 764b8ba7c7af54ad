package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.RepeatedField;
import java.util.List;

/**
 * An object as a client sent it.
 *
 * @param object the receiver's own, to change as it likes
 * @param duplicates what was given more than once, in the order in which it was sent
 */
public record DecodedObject(ObjectNode object, List<RepeatedField> duplicates) {
  public DecodedObject {
    duplicates = List.copyOf(duplicates);
  }
}
