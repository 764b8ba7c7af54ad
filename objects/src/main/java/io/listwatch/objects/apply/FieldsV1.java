package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of {@code fieldsV1}: each step of a path is a member, spelled as {@link PathElement}s
 * are, and {@code "."} stands for the path itself where there are also paths below it.
 *
 * <p>In canonical form the steps are in the order of {@link PathElement}, each spelled in the one
 * way the server spells it, and {@code "."} comes first and only where it is needed. So equal sets
 * have equal JSON, but for steps with numbers like {@code v:1.0}, which is also {@code v:1}.
 */
final class FieldsV1 {
  static final String SELF = ".";

  private static final String MEMBER = "f:";

  private FieldsV1() {}

  /**
   * The fields in canonical form; the same node if they are in it already.
   *
   * @throws IllegalArgumentException if the JSON is not of the form
   */
  static JsonObject canonical(JsonValue fields) {
    return fields instanceof JsonObject object && isCanonical(object) && !object.has(SELF)
        ? object
        : respelled(fields);
  }

  static boolean isMember(String step) {
    return step.startsWith(MEMBER);
  }

  /** The name in a step to a member. */
  static String name(String step) {
    return step.substring(MEMBER.length());
  }

  /** Whether the path to these fields is itself one of the set. */
  static boolean includesSelf(JsonValue fields) {
    return fields.isEmpty() || fields.has(SELF);
  }

  /** Whether any path is below the one to these fields. */
  static boolean hasSteps(JsonObject fields) {
    return !fields.isEmpty() && (fields.size() > 1 || !fields.has(SELF));
  }

  /** Recursive: fields nest no deeper than what was read. */
  private static boolean isCanonical(JsonObject fields) {
    if (fields.isEmpty()) {
      return true;
    }
    var order = new Order();
    for (Map.Entry<String, JsonValue> step : fields.properties()) {
      boolean canonical =
          step.getValue() instanceof JsonObject below
              && (step.getKey().equals(SELF)
                  ? order.isFirst() && below.isEmpty() && fields.size() > 1
                  : isCanonical(below) && order.accepts(step.getKey()));
      if (!canonical) {
        return false;
      }
    }
    return true;
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

  /** Steps in their order. */
  static JsonObject of(SortedMap<PathElement, JsonObject> steps) {
    JsonObject fields = new JsonObject();
    steps.forEach((step, below) -> fields.set(step.toString(), below));
    return fields;
  }

  /** The same fields with the path to them. */
  static JsonObject withSelf(JsonObject fields) {
    if (includesSelf(fields)) {
      return fields;
    }
    JsonObject with = new JsonObject();
    with.putObject(SELF);
    return with.setAll(fields);
  }

  /** The same fields without the path to them. */
  static JsonObject withoutSelf(JsonObject fields) {
    return fields.has(SELF) ? copy(fields).without(SELF) : fields;
  }

  static JsonObject copy(JsonObject fields) {
    return new JsonObject().setAll(fields);
  }

  /** Watches that steps are canonical and come in order. */
  private static final class Order {
    private @Nullable String last;

    /** The last step; null if it leads to a member. */
    private @Nullable PathElement lastElement;

    boolean isFirst() {
      return last == null;
    }

    boolean accepts(String step) {
      String before = last;
      last = step;
      return isMember(step) ? acceptsMember(before, step) : acceptsItem(step);
    }

    /** Members are most of all steps; they are in order if their texts are. */
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
