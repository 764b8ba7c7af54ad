package io.listwatch.objects.schema;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Arrays;

/**
 * The canonical JSON of objects without a built-in type: members sorted by name, numbers
 * normalized, everything else unchanged, including nulls and empty values.
 */
public final class SortedForm implements CanonicalForm {

  @Override
  public JsonObject normalize(JsonObject object) {
    return (JsonObject) sorted(object);
  }

  /** Returns a copy with the members of all objects sorted. */
  public static JsonValue sorted(JsonValue given) {
    if (given instanceof JsonObject object) {
      JsonObject sorted = new JsonObject(object.size());
      for (String name : names(object)) {
        sorted.append(name, sorted(object.path(name)));
      }
      return sorted;
    }
    if (given instanceof JsonArray array) {
      JsonArray items = new JsonArray(array.size());
      for (JsonValue item : array) {
        items.add(sorted(item));
      }
      return items;
    }
    return given.isNumber() ? Numbers.normalized(given) : given;
  }

  static String[] names(JsonObject object) {
    String[] names = object.fieldNames().toArray(String[]::new);
    Arrays.sort(names, Utf8Order.INSTANCE);
    return names;
  }
}
