package io.listwatch.server.registry.write;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.RepeatedField;
import java.util.List;

/**
 * A request body that was parsed as an object and not yet checked.
 *
 * @param object owned by the callee, which may change it
 * @param duplicates the fields that the body has more than once, in its order
 */
public record DecodedObject(JsonObject object, List<RepeatedField> duplicates) {
  public DecodedObject {
    duplicates = List.copyOf(duplicates);
  }
}
