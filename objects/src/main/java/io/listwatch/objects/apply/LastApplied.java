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
 * The annotation {@code kubectl.kubernetes.io/last-applied-configuration} of client-side {@code
 * kubectl apply}. It lets kubectl, and no other manager, take over its fields in a server-side
 * apply.
 */
final class LastApplied {
  /** The only manager that may take over the fields in the annotation. */
  static final String MANAGER = "kubectl";

  private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

  /** The limit for all annotations of an object. */
  private static final int MAX_BYTES = 256 * 1024;

  private LastApplied() {}

  /**
   * Returns the fields in the annotation that still have their applied values. kubectl may take
   * them from any manager. Empty without the annotation, or if its API version differs.
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
      return FieldSet.empty(); // a malformed annotation is ignored
    }
  }

  /** Updates the annotation to the applied configuration, if the object has it. */
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

  /** Replaces a member with a shallow copy, which may be changed. */
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
