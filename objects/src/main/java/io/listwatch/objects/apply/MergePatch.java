package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import java.util.Iterator;
import java.util.Map;

/**
 * Applies a JSON merge patch (RFC 7396): members replace members, null removes, and values other
 * than objects are replaced as a whole.
 */
public final class MergePatch {
  private MergePatch() {}

  /**
   * Returns the patched object. Does not change the given one.
   *
   * @throws PatchException if the body is not a JSON object
   */
  public static JsonObject apply(JsonObject current, PatchBody patch) {
    JsonObject merged = current.deepCopy();
    merge(merged, copy(patch, "error decoding patch: "));
    return merged;
  }

  /** Like {@link #apply(JsonObject, PatchBody)}, for a patch as a string. */
  public static JsonObject apply(JsonObject current, String patch) {
    return apply(current, PatchBody.parse(patch));
  }

  /**
   * Returns a copy of a body that is an object, since parts of it become parts of the result.
   *
   * @param problem the beginning of the error message
   */
  static JsonObject copy(PatchBody patch, String problem) {
    try {
      JsonValue tree = patch.tree();
      if (tree instanceof JsonObject object) {
        return object.deepCopy();
      }
      throw PatchException.malformed(
          problem
              + "json: cannot unmarshal %s into Go value of type map[string]interface {}"
                  .formatted(GoNames.of(tree)));
    } catch (MalformedJsonException e) {
      throw PatchException.malformed(problem + e.getMessage());
    }
  }

  /** Recursive: the depth of a patch is at most {@link JsonTrees#MAX_DEPTH}. */
  private static void merge(JsonObject target, JsonObject patch) {
    for (Map.Entry<String, JsonValue> member : patch.properties()) {
      JsonValue value = member.getValue();
      if (value.isNull()) {
        target.remove(member.getKey());
      } else if (value instanceof JsonObject change
          && target.get(member.getKey()) instanceof JsonObject existing) {
        merge(existing, change);
      } else {
        target.set(member.getKey(), withoutNulls(value));
      }
    }
  }

  /**
   * Drops nulls from a new value, where they have nothing to remove. Also drops them from objects
   * in lists, as kube-apiserver does, although the RFC would keep them.
   */
  static JsonValue withoutNulls(JsonValue value) {
    for (Iterator<JsonValue> members = value.iterator(); members.hasNext(); ) {
      JsonValue member = members.next();
      if (member.isNull() && value.isObject()) {
        members.remove();
      } else {
        withoutNulls(member);
      }
    }
    return value;
  }
}
