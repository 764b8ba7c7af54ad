package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.listwatch.objects.schema.JsonTrees;
import io.listwatch.objects.schema.MalformedJsonException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the steps of a patch one after the other (RFC 6902): add, remove, replace, move, copy,
 * test.
 *
 * <p>It is as lenient as the reference where the RFC is not: {@code replace} makes a missing
 * member, {@code copy} of a missing member and {@code add} without a value make a null, and an
 * index below zero counts from the end.
 */
public final class JsonPatch {
  /** More steps are refused. */
  public static final int MAX_OPERATIONS = 10_000;

  /** What all copies of one patch may come to, so that copies of copies do not fill the memory. */
  public static final int MAX_COPIED_BYTES = 3 * 1024 * 1024;

  private JsonNode document;
  private long copied;

  private JsonPatch(JsonNode document) {
    this.document = document;
  }

  /**
   * The object as the patch makes it. The given one stays as it is.
   *
   * @throws PatchException if the text is not a patch, a step does not apply, or a limit is passed
   */
  public static ObjectNode apply(ObjectNode current, PatchBody patch) {
    ArrayNode operations = operations(patch);
    JsonPatch run = new JsonPatch(current.deepCopy());
    for (JsonNode operation : operations) {
      run.step(operation);
    }
    return run.result();
  }

  /** As {@link #apply(ObjectNode, PatchBody)}, for a patch as text. */
  public static ObjectNode apply(ObjectNode current, String patch) {
    return apply(current, PatchBody.parse(patch));
  }

  private static ArrayNode operations(PatchBody patch) {
    JsonNode tree;
    try {
      tree = patch.tree();
    } catch (MalformedJsonException e) {
      throw PatchException.malformed("error decoding patch: " + e.getMessage());
    }
    if (tree.isNull()) {
      return JsonNodeFactory.instance.arrayNode();
    }
    if (!(tree instanceof ArrayNode operations)) {
      throw notA("[]handlers.jsonPatchOp", tree);
    }
    for (JsonNode operation : operations) {
      checkTypes(operation);
    }
    if (operations.size() > MAX_OPERATIONS) {
      throw new PatchException(
          PatchException.Kind.TOO_MANY_OPERATIONS,
          "Request entity too large: The allowed maximum operations in a JSON patch is %d, got %d"
              .formatted(MAX_OPERATIONS, operations.size()));
    }
    return operations;
  }

  private static void checkTypes(JsonNode operation) {
    if (!operation.isObject() && !operation.isNull()) {
      throw notA("handlers.jsonPatchOp", operation);
    }
    for (String member : List.of("op", "path", "from")) {
      JsonNode value = operation.path(member);
      if (!value.isTextual() && !value.isNull() && !value.isMissingNode()) {
        throw PatchException.malformed(
            "error decoding patch: json: cannot unmarshal %s into Go struct field jsonPatchOp.%s of type string"
                .formatted(GoNames.of(value), member));
      }
    }
  }

  private static PatchException notA(String type, JsonNode value) {
    return PatchException.malformed(
        "error decoding patch: json: cannot unmarshal %s into Go value of type %s"
            .formatted(GoNames.of(value), type));
  }

  private void step(JsonNode operation) {
    String kind = operation.path("op").asText("");
    switch (kind) {
      case "add" -> add(pointer(operation, "path"), value(operation));
      case "remove" -> remove(pointer(operation, "path"));
      case "replace" -> replace(pointer(operation, "path"), value(operation));
      case "move" -> add(pointer(operation, "path"), remove(pointer(operation, "from")));
      case "copy" -> add(pointer(operation, "path"), copy(pointer(operation, "from")));
      case "test" -> test(pointer(operation, "path"), value(operation));
      default -> throw PatchException.doesNotApply("Unexpected kind: " + kind);
    }
  }

  private static JsonPointer pointer(JsonNode operation, String member) {
    JsonNode path = operation.get(member);
    if (path == null || !path.isTextual()) {
      throw PatchException.doesNotApply("operation missing %s field".formatted(member));
    }
    return JsonPointer.of(path.textValue());
  }

  /** A copy: it becomes part of the document, and the patch may be applied again. */
  private static JsonNode value(JsonNode operation) {
    JsonNode value = operation.get("value");
    return value == null ? NullNode.instance : value.deepCopy();
  }

  private void add(JsonPointer path, JsonNode value) {
    JsonNode parent = parent(path);
    if (parent instanceof ObjectNode object) {
      object.set(path.last(), value);
    } else if (path.last().equals("-")) {
      ((ArrayNode) parent).add(value);
    } else {
      ((ArrayNode) parent).insert(path.lastIndex(parent.size() + 1), value);
    }
  }

  private JsonNode remove(JsonPointer path) {
    JsonNode parent = parent(path);
    JsonNode removed =
        parent instanceof ObjectNode object
            ? object.remove(path.last())
            : ((ArrayNode) parent).remove(path.lastIndex(parent.size()));
    if (removed == null) {
      throw PatchException.doesNotApply("Unable to remove nonexistent key: " + path.last());
    }
    return removed;
  }

  private void replace(JsonPointer path, JsonNode value) {
    if (path.isRoot()) {
      document = value;
      return;
    }
    JsonNode parent = parent(path);
    if (parent instanceof ObjectNode object) {
      object.set(path.last(), value);
    } else {
      ((ArrayNode) parent).set(path.lastIndex(parent.size()), value);
    }
  }

  private JsonNode copy(JsonPointer from) {
    JsonNode parent = parent(from);
    JsonNode value = child(parent, from);
    if (value == null) {
      return NullNode.instance;
    }
    TreeSize size = TreeSize.of(value);
    copied += size.bytes();
    if (copied > MAX_COPIED_BYTES || size.depth() > JsonTrees.MAX_DEPTH) {
      throw PatchException.doesNotApply(
          "Unable to complete the copy, the accumulated size increase of copy is %d, exceeding the limit %d"
              .formatted(copied, MAX_COPIED_BYTES));
    }
    return value.deepCopy();
  }

  /** Equality goes no deeper than the patch, which nests within bounds. */
  private void test(JsonPointer path, JsonNode expected) {
    JsonNode actual = path.isRoot() ? document : child(parent(path), path);
    if (!expected.equals(actual == null ? NullNode.instance : actual)) {
      throw PatchException.doesNotApply("testing value %s failed".formatted(path));
    }
  }

  private static @Nullable JsonNode child(JsonNode parent, JsonPointer path) {
    return parent.isObject() ? parent.get(path.last()) : parent.get(path.lastIndex(parent.size()));
  }

  /** The object or list that holds what the path names. */
  private JsonNode parent(JsonPointer path) {
    if (path.isRoot()) {
      throw PatchException.doesNotApply("the whole document is not a member of anything");
    }
    JsonNode node = document;
    for (int i = 0; i < path.parents(); i++) {
      node = node.isArray() ? node.get(path.index(i, node.size())) : node.get(path.token(i));
      if (node == null) {
        throw missing(path);
      }
    }
    if (!node.isContainerNode()) {
      throw missing(path);
    }
    return node;
  }

  private static PatchException missing(JsonPointer path) {
    return PatchException.doesNotApply("doc is missing path: " + path);
  }

  /** Moves are cheap and may pile up any depth, so that is looked at once, in the end. */
  private ObjectNode result() {
    if (!(document instanceof ObjectNode object)) {
      throw PatchException.doesNotApply("the patch leaves no object");
    }
    if (TreeSize.of(object).depth() > JsonTrees.MAX_DEPTH) {
      throw PatchException.doesNotApply(
          "depth: past %d (expected: an object)".formatted(JsonTrees.MAX_DEPTH));
    }
    return object;
  }
}
