package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.objects.schema.MalformedJsonException;
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
  static FieldSet fields(ObjectNode live, Schema schema) {
    try {
      if (JsonTrees.read(text(live)) instanceof ObjectNode last
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
  static ObjectNode renewed(ObjectNode object, ObjectNode intent) {
    if (text(object).isEmpty()) {
      return object;
    }
    String text =
        new String(new SortedForm().encode(without(intent)), StandardCharsets.UTF_8) + "\n";
    ObjectNode annotated = object.objectNode().setAll(object);
    ObjectNode metadata = copy(annotated, "metadata");
    ObjectNode annotations = copy(metadata, "annotations");
    annotations.put(ANNOTATION, text);
    if (bytes(annotations) > MAX_BYTES) {
      annotations.remove(ANNOTATION);
    }
    return annotated;
  }

  private static String text(ObjectNode object) {
    return object.path("metadata").path("annotations").path(ANNOTATION).asText("");
  }

  private static ObjectNode without(ObjectNode intent) {
    if (!intent.path("metadata").path("annotations").has(ANNOTATION)) {
      return intent;
    }
    ObjectNode rest = intent.objectNode().setAll(intent);
    copy(copy(rest, "metadata"), "annotations").remove(ANNOTATION);
    return rest;
  }

  /** Gives the object a member of its own where it shares one. */
  private static ObjectNode copy(ObjectNode object, String member) {
    ObjectNode copy = object.objectNode();
    if (object.get(member) instanceof ObjectNode shared) {
      copy.setAll(shared);
    }
    object.set(member, copy);
    return copy;
  }

  private static long bytes(ObjectNode annotations) {
    long bytes = 0;
    for (Map.Entry<String, JsonNode> each : annotations.properties()) {
      bytes += (each.getKey() + each.getValue().asText()).getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes;
  }
}
