package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.JsonTrees;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What a client sends as {@code managedFields}: mostly what it was shown, or nothing. */
record SentOwners(Random random) {
  static void send(Random random, ObjectNode next, @Nullable ObjectNode old) {
    ObjectNode metadata = (ObjectNode) next.path("metadata");
    metadata.remove("managedFields");
    JsonNode shown = old == null ? null : old.at("/metadata/managedFields").deepCopy();
    if (shown == null || !shown.isArray()) {
      return;
    }
    switch (random.nextInt(8)) {
      case 0, 1 -> {}
      case 2 -> metadata.set("managedFields", JsonTrees.read("[{}]"));
      case 3, 4 -> {
        shown.forEach(entry -> new SentOwners(random).respell((ObjectNode) entry));
        metadata.set("managedFields", shown);
      }
      default -> metadata.set("managedFields", shown);
    }
  }

  /** Says the same in another order and spelling, or what is no record at all. */
  private void respell(ObjectNode entry) {
    entry.set("fieldsV1", respelled((ObjectNode) entry.path("fieldsV1")));
    if (random.nextInt(20) == 0) {
      entry.put("apiVersion", "gone");
    }
  }

  private ObjectNode respelled(ObjectNode fields) {
    List<Map.Entry<String, JsonNode>> steps = new ArrayList<>(fields.properties());
    Collections.shuffle(steps, random);
    ObjectNode result = fields.objectNode();
    for (Map.Entry<String, JsonNode> step : steps) {
      String text = step.getKey();
      boolean spaced = text.startsWith("k:") || text.startsWith("v:");
      String other = random.nextInt(100) == 0 ? "x:" + text : spaced ? text + " " : text;
      result.set(other, respelled((ObjectNode) step.getValue()));
    }
    if (random.nextInt(20) == 0) {
      result.putObject(".").putObject("f:ignored");
    }
    return result;
  }
}
