package io.listwatch.server.registry.write;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.RepeatedField;
import java.util.List;

/**
 * A request body that was parsed as an object, before anything of it is checked.
 *
 * @param object the receiver may change it
 * @param duplicates the fields that were given more than once, in the order of the body
 */
public record DecodedObject(JsonObject object, List<RepeatedField> duplicates) {
  public DecodedObject {
    duplicates = List.copyOf(duplicates);
  }
}
