package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form {@code fieldsV1} of a field set: each step of a path is a member, spelled as a
 * {@link PathElement}. {@code "."} stands for the path itself where there are also paths below it.
 *
 * <p>In canonical form, steps are sorted like {@link PathElement}s, each in the spelling of the
 * server, and {@code "."} comes first and only where it is needed. So equal sets have equal JSON,
 * except for steps with numbers: {@code v:1.0} is also {@code v:1}.
 */
final class FieldsV1 {
  static final String SELF = ".";

  private static final String MEMBER = "f:";

  private FieldsV1() {}

  /**
   * Returns the fields in canonical form, or the same node if they already are.
   *
   * @throws IllegalArgumentException if the JSON is malformed
   */
  static JsonObject canonical(JsonValue fields) {
    return fields instanceof JsonObject object && isCanonical(object) && !object.has(SELF)
        ? object
        : respelled(fields);
  }

  static boolean isMember(String step) {
    return step.startsWith(MEMBER);
  }

  /** Returns the member's name in a step {@code f:name}. */
  static String name(String step) {
    return step.substring(MEMBER.length());
  }

  /** True if the path to these fields is itself in the set. */
  static boolean includesSelf(JsonValue fields) {
    return fields.isEmpty() || fields.has(SELF);
  }

  /** True if there are paths below the path to these fields. */
  static boolean hasSteps(JsonObject fields) {
    return !fields.isEmpty() && (fields.size() > 1 || !fields.has(SELF));
  }

  /** Recursive: the depth of fields is bounded by that of the parsed JSON. */
  private static boolean isCanonical(JsonObject fields) {
    if (fields.isEmpty()) {
      return true;
    }
    var order = new Order();
    return fields.allMembers(
        (step, value) ->
            value instanceof JsonObject below
                && (step.equals(SELF)
                    ? order.isFirst() && below.isEmpty() && fields.size() > 1
                    : isCanonical(below) && order.accepts(step)));
  }

  private static JsonObject respelled(JsonValue fields) {
    if (!fields.isObject()) {
      throw new IllegalArgumentException("fields: %s (expected: an object)".formatted(fields));
    }
    SortedMap<PathElement, JsonObject> steps = new TreeMap<>();
    for (Map.Entry<String, JsonValue> step : fields.properties()) {
      if (!step.getKey().equals(SELF)) {
        JsonObject below = respelled(step.getValue());
        boolean self = includesSelf(step.getValue());
        steps.put(PathElement.parse(step.getKey()), self ? withSelf(below) : below);
      }
    }
    return of(steps);
  }

  /** Returns these steps, in this order. */
  static JsonObject of(SortedMap<PathElement, JsonObject> steps) {
    JsonObject fields = new JsonObject();
    steps.forEach((step, below) -> fields.set(step.toString(), below));
    return fields;
  }

  /** Returns the fields, including the path to them. */
  static JsonObject withSelf(JsonObject fields) {
    if (includesSelf(fields)) {
      return fields;
    }
    JsonObject with = new JsonObject();
    with.putObject(SELF);
    return with.setAll(fields);
  }

  /** Returns the fields, without the path to them. */
  static JsonObject withoutSelf(JsonObject fields) {
    return fields.has(SELF) ? copy(fields).without(SELF) : fields;
  }

  static JsonObject copy(JsonObject fields) {
    return new JsonObject().setAll(fields);
  }

  /** Checks that steps are canonical and sorted. */
  private static final class Order {
    private @Nullable String last;

    /** The previous step; null if it is a member's name. */
    private @Nullable PathElement lastElement;

    boolean isFirst() {
      return last == null;
    }

    boolean accepts(String step) {
      String before = last;
      last = step;
      return isMember(step) ? acceptsMember(before, step) : acceptsItem(step);
    }

    /**
     * True if the name sorts after the previous step. Names are the most frequent steps, and sort
     * as strings.
     */
    private boolean acceptsMember(@Nullable String before, String step) {
      return before == null || (lastElement == null && before.compareTo(step) < 0);
    }

    private boolean acceptsItem(String step) {
      PathElement before = lastElement;
      lastElement = PathElement.parseCanonical(step);
      return lastElement != null && (before == null || before.compareTo(lastElement) < 0);
    }
  }
}
