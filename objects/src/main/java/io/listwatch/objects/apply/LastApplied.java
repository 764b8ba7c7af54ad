package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import io.listwatch.objects.schema.Schema;
import io.listwatch.objects.schema.SortedForm;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What {@code kubectl apply} left in an annotation before it applied on the server: what was
 * applied last. Nobody but kubectl itself is given anything for it.
 */
final class LastApplied {
  /** The manager whose applies carry on with what the annotation says. */
  static final String MANAGER = "kubectl";

  private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

  /** As much as an object's annotations may take. */
  private static final int MAX_BYTES = 256 * 1024;

  private LastApplied() {}

  /**
   * The fields that kubectl had applied and that still are what it applied: it may take them,
   * whoever is on record for them. None if the object does not say, or speaks another version.
   */
  static FieldSet fields(JsonObject live, Schema schema) {
    try {
      if (JsonTrees.read(text(live)) instanceof JsonObject last
          && last.path("apiVersion").equals(live.path("apiVersion"))) {
        TypeCheck.check(last, schema);
        Comparison since = Comparison.of(last, live, schema);
        return Extraction.of(last, schema).minus(since.changed()).minus(since.removed());
      }
      return FieldSet.empty();
    } catch (MalformedJsonException | PatchException e) {
      return FieldSet.empty(); // what cannot be read says nothing
    }
  }

  /** The object with an annotation that says the same as its record of owners, if it has one. */
  static JsonObject renewed(JsonObject object, JsonObject intent) {
    if (text(object).isEmpty()) {
      return object;
    }
    String text =
        new String(new SortedForm().encode(without(intent)), StandardCharsets.UTF_8) + "\n";
    JsonObject annotated = new JsonObject().setAll(object);
    JsonObject metadata = copy(annotated, "metadata");
    JsonObject annotations = copy(metadata, "annotations");
    annotations.put(ANNOTATION, text);
    if (bytes(annotations) > MAX_BYTES) {
      annotations.remove(ANNOTATION);
    }
    return annotated;
  }

  private static String text(JsonObject object) {
    return object.path("metadata").path("annotations").path(ANNOTATION).asText("");
  }

  private static JsonObject without(JsonObject intent) {
    if (!intent.path("metadata").path("annotations").has(ANNOTATION)) {
      return intent;
    }
    JsonObject rest = new JsonObject().setAll(intent);
    copy(copy(rest, "metadata"), "annotations").remove(ANNOTATION);
    return rest;
  }

  /** Gives the object a member of its own where it shares one. */
  private static JsonObject copy(JsonObject object, String member) {
    JsonObject copy = new JsonObject();
    if (object.get(member) instanceof JsonObject shared) {
      copy.setAll(shared);
    }
    object.set(member, copy);
    return copy;
  }

  private static long bytes(JsonObject annotations) {
    long bytes = 0;
    for (Map.Entry<String, JsonValue> each : annotations.properties()) {
      bytes += (each.getKey() + each.getValue().asText()).getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes;
  }
}
