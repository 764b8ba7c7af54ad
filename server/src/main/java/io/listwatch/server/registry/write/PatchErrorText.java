package io.listwatch.server.registry.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.metadata.Metadata;
import io.listwatch.objects.schema.JsonTrees;
import java.util.Map;
import java.util.TreeMap;

/** The JSON of a patched object in the errors of kube-apiserver. */
final class PatchErrorText {
  private PatchErrorText() {}

  /** Sorts the members of objects that a merge patch changes; all others keep their order. */
  static String ofMerge(ObjectNode object, JsonNode patch) {
    ObjectNode shown = object.deepCopy();
    moveVersion(Metadata.of(shown).node());
    return JsonTrees.write(sorted(shown, patch));
  }

  /** Moves resourceVersion, which we keep first, behind the uid, where kube-apiserver has it. */
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
