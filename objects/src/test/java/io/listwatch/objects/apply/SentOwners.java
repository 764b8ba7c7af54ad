package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The {@code managedFields} that a client sends: usually those it has read, or none. */
record SentOwners(Random random) {
  static void send(Random random, JsonObject next, @Nullable JsonObject old) {
    JsonObject metadata = (JsonObject) next.path("metadata");
    metadata.remove("managedFields");
    JsonValue shown = old == null ? null : old.at("/metadata/managedFields").deepCopy();
    if (shown == null || !shown.isArray()) {
      return;
    }
    switch (random.nextInt(8)) {
      case 0, 1 -> {}
      case 2 -> metadata.set("managedFields", JsonTrees.read("[{}]"));
      case 3, 4 -> {
        shown.forEach(entry -> new SentOwners(random).respell((JsonObject) entry));
        metadata.set("managedFields", shown);
      }
      default -> metadata.set("managedFields", shown);
    }
  }

  /** Writes the same entry in another order and spelling, or malformed. */
  private void respell(JsonObject entry) {
    entry.set("fieldsV1", respelled((JsonObject) entry.path("fieldsV1")));
    if (random.nextInt(20) == 0) {
      entry.put("apiVersion", "gone");
    }
  }

  private JsonObject respelled(JsonObject fields) {
    List<Map.Entry<String, JsonValue>> steps = new ArrayList<>(fields.properties());
    Collections.shuffle(steps, random);
    JsonObject result = new JsonObject();
    for (Map.Entry<String, JsonValue> step : steps) {
      String text = step.getKey();
      boolean spaced = text.startsWith("k:") || text.startsWith("v:");
      String other = random.nextInt(100) == 0 ? "x:" + text : spaced ? text + " " : text;
      result.set(other, respelled((JsonObject) step.getValue()));
    }
    if (random.nextInt(20) == 0) {
      result.putObject(".").putObject("f:ignored");
    }
    return result;
  }
}
