package io.listwatch.server.registry.write;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.metadata.Metadata;
import java.util.Map;
import java.util.TreeMap;

/** Formats the JSON of a patched object in kube-apiserver's error messages. */
final class PatchErrorText {
  private PatchErrorText() {}

  /**
   * Sorts the members of objects that a merge patch changes; all other objects keep their order.
   */
  static String ofMerge(JsonObject object, JsonValue patch) {
    JsonObject shown = object.deepCopy();
    moveVersion(Metadata.of(shown).node());
    return JsonTrees.write(sorted(shown, patch));
  }

  /**
   * Moves resourceVersion, which we write first, to its place after uid in kube-apiserver's JSON.
   */
  private static void moveVersion(JsonObject metadata) {
    JsonValue version = metadata.remove("resourceVersion");
    if (version != null) {
      JsonObject before = metadata.deepCopy();
      metadata.removeAll();
      for (Map.Entry<String, JsonValue> each : before.properties()) {
        metadata.set(each.getKey(), each.getValue());
        if (each.getKey().equals("uid")) {
          metadata.set("resourceVersion", version);
        }
      }
    }
  }

  private static JsonValue sorted(JsonValue value, JsonValue patch) {
    if (!(value instanceof JsonObject object) || !patch.isObject()) {
      return value;
    }
    var members = new TreeMap<String, JsonValue>();
    object
        .properties()
        .forEach(
            each -> members.put(each.getKey(), sorted(each.getValue(), patch.path(each.getKey()))));
    return new JsonObject().setAll(members);
  }
}
