package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.server.registry.metadata.Metadata;
import java.util.Map;
import java.util.TreeMap;

/** The text of an object that a patch made, as the reference shows it when it cannot be had. */
final class PatchErrorText {
  private PatchErrorText() {}

  /** Objects that a merge patch goes into are sorted; all others are as they were. */
  static String ofMerge(ObjectNode object, JsonNode patch) {
    ObjectNode shown = object.deepCopy();
    moveVersion(Metadata.of(shown).node());
    return JsonTrees.write(sorted(shown, patch));
  }

  /** We read the version as the first of the metadata; the reference has it after the uid. */
  private static void moveVersion(ObjectNode metadata) {
    JsonNode version = metadata.remove("resourceVersion");
    if (version != null) {
      ObjectNode before = metadata.deepCopy();
      metadata.removeAll();
      for (Map.Entry<String, JsonNode> each : before.properties()) {
        metadata.set(each.getKey(), each.getValue());
        if (each.getKey().equals("uid")) {
          metadata.set("resourceVersion", version);
        }
      }
    }
  }

  private static JsonNode sorted(JsonNode value, JsonNode patch) {
    if (!(value instanceof ObjectNode object) || !patch.isObject()) {
      return value;
    }
    var members = new TreeMap<String, JsonNode>();
    object
        .properties()
        .forEach(
            each -> members.put(each.getKey(), sorted(each.getValue(), patch.path(each.getKey()))));
    return object.objectNode().setAll(members);
  }
}
