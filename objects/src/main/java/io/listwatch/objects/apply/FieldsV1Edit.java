package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonValue;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Copy-on-write editing of {@link FieldsV1}: the result shares all unchanged parts. Not
 * thread-safe.
 */
final class FieldsV1Edit {
  private final JsonObject original;
  private @Nullable JsonObject copy;
  private @Nullable NavigableMap<PathElement, JsonObject> inserted;

  FieldsV1Edit(JsonObject original) {
    this.original = original;
  }

  /**
   * Replaces an existing step.
   *
   * @param self true if the path of the step itself is in the set
   * @param below the fields below the step; their own {@code "."} is ignored
   */
  @SuppressWarnings("ReferenceEquality") // a needless copy of equal fields is harmless
  void put(String step, boolean self, JsonObject below) {
    JsonObject now = spelled(self, below);
    if (now == original.get(step)) {
      return;
    }
    if (copy == null) {
      copy = FieldsV1.copy(original);
    }
    if (now == null) {
      copy.remove(step);
    } else {
      copy.set(step, now);
    }
  }

  private static @Nullable JsonObject spelled(boolean self, JsonObject below) {
    if (FieldsV1.hasSteps(below)) {
      return self ? FieldsV1.withSelf(below) : FieldsV1.withoutSelf(below);
    }
    if (!self) {
      return null;
    }
    return below.isEmpty() ? below : new JsonObject();
  }

  /** Adds a step that the fields do not have. */
  void insert(String step, JsonObject below) {
    if (inserted == null) {
      inserted = new TreeMap<>();
    }
    inserted.put(PathElement.parse(step), below);
  }

  /** Returns the edited fields. Call it once, as the last method. */
  JsonObject result() {
    JsonObject edited = copy == null ? original : copy;
    return inserted == null ? edited : merged(edited, inserted);
  }

  private static JsonObject merged(JsonObject edited, NavigableMap<PathElement, JsonObject> added) {
    JsonObject merged = new JsonObject();
    for (Map.Entry<String, JsonValue> step : edited.properties()) {
      if (!added.isEmpty() && !step.getKey().equals(FieldsV1.SELF)) {
        move(added, PathElement.parse(step.getKey()), merged);
      }
      merged.set(step.getKey(), step.getValue());
    }
    move(added, null, merged);
    return merged;
  }

  /** Moves the added steps that sort before this one; all of them if it is null. */
  private static void move(
      NavigableMap<PathElement, JsonObject> added,
      @Nullable PathElement before,
      JsonObject merged) {
    while (!added.isEmpty() && (before == null || added.firstKey().compareTo(before) < 0)) {
      Map.Entry<PathElement, JsonObject> first = added.pollFirstEntry();
      merged.set(first.getKey().toString(), first.getValue());
    }
  }
}
