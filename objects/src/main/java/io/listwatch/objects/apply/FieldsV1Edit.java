package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A changed copy of {@link FieldsV1}, which shares all that is not changed. Without a change there
 * is no copy. Not thread-safe.
 */
final class FieldsV1Edit {
  private final ObjectNode original;
  private @Nullable ObjectNode copy;
  private @Nullable NavigableMap<PathElement, ObjectNode> inserted;

  FieldsV1Edit(ObjectNode original) {
    this.original = original;
  }

  /**
   * Sets what is below a step that the fields have.
   *
   * @param self whether the path of the step is in the set
   * @param below whatever they say about that path themselves
   */
  @SuppressWarnings("ReferenceEquality") // equal fields that are another node do no harm
  void put(String step, boolean self, ObjectNode below) {
    ObjectNode now = spelled(self, below);
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

  private static @Nullable ObjectNode spelled(boolean self, ObjectNode below) {
    if (FieldsV1.hasSteps(below)) {
      return self ? FieldsV1.withSelf(below) : FieldsV1.withoutSelf(below);
    }
    if (!self) {
      return null;
    }
    return below.isEmpty() ? below : below.objectNode();
  }

  /** Adds a step that the fields do not have. */
  void insert(String step, ObjectNode below) {
    if (inserted == null) {
      inserted = new TreeMap<>();
    }
    inserted.put(PathElement.parse(step), below);
  }

  /** The fields after all changes. Ends the edit. */
  ObjectNode result() {
    ObjectNode edited = copy == null ? original : copy;
    return inserted == null ? edited : merged(edited, inserted);
  }

  private static ObjectNode merged(ObjectNode edited, NavigableMap<PathElement, ObjectNode> added) {
    ObjectNode merged = edited.objectNode();
    for (Map.Entry<String, JsonNode> step : edited.properties()) {
      if (!added.isEmpty() && !step.getKey().equals(FieldsV1.SELF)) {
        move(added, PathElement.parse(step.getKey()), merged);
      }
      merged.set(step.getKey(), step.getValue());
    }
    move(added, null, merged);
    return merged;
  }

  /** Moves the added steps that come before this one; all if there is none. */
  private static void move(
      NavigableMap<PathElement, ObjectNode> added,
      @Nullable PathElement before,
      ObjectNode merged) {
    while (!added.isEmpty() && (before == null || added.firstKey().compareTo(before) < 0)) {
      Map.Entry<PathElement, ObjectNode> first = added.pollFirstEntry();
      merged.set(first.getKey().toString(), first.getValue());
    }
  }
}
