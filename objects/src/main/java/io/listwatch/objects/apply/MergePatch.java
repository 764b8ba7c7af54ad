package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.objects.schema.MalformedJsonException;
import java.util.Iterator;
import java.util.Map;

/**
 * Merges a patch into an object (RFC 7396): members replace members, null removes, and anything but
 * an object is taken whole.
 */
public final class MergePatch {
  private MergePatch() {}

  /**
   * The object as the patch has it. The given one stays as it is.
   *
   * @throws PatchException if the text is not a JSON object
   */
  public static ObjectNode apply(ObjectNode current, PatchBody patch) {
    ObjectNode merged = current.deepCopy();
    merge(merged, copy(patch, "error decoding patch: "));
    return merged;
  }

  /** As {@link #apply(ObjectNode, PatchBody)}, for a patch as text. */
  public static ObjectNode apply(ObjectNode current, String patch) {
    return apply(current, PatchBody.parse(patch));
  }

  /**
   * Returns a copy of a body that is an object, since parts of it become parts of the result.
   *
   * @param problem what a complaint begins with
   */
  static ObjectNode copy(PatchBody patch, String problem) {
    try {
      JsonNode tree = patch.tree();
      if (tree instanceof ObjectNode object) {
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

  /** Recursive: a patch nests no deeper than {@link JsonTrees#MAX_DEPTH}. */
  private static void merge(ObjectNode target, ObjectNode patch) {
    for (Map.Entry<String, JsonNode> member : patch.properties()) {
      JsonNode value = member.getValue();
      if (value.isNull()) {
        target.remove(member.getKey());
      } else if (value instanceof ObjectNode change
          && target.get(member.getKey()) instanceof ObjectNode existing) {
        merge(existing, change);
      } else {
        target.set(member.getKey(), withoutNulls(value));
      }
    }
  }

  /**
   * What is new has nothing to remove, so its nulls say nothing. Objects inside lists lose theirs
   * too: the reference does so, though the RFC would keep them.
   */
  static JsonNode withoutNulls(JsonNode value) {
    for (Iterator<JsonNode> members = value.elements(); members.hasNext(); ) {
      JsonNode member = members.next();
      if (member.isNull() && value.isObject()) {
        members.remove();
      } else {
        withoutNulls(member);
      }
    }
    return value;
  }
}
