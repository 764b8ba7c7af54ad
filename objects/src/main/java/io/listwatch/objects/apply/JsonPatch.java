package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies a JSON patch (RFC 6902): add, remove, replace, move, copy, test.
 *
 * <p>As lenient as kube-apiserver where the RFC is not: {@code replace} creates a missing member,
 * {@code copy} of a missing member and {@code add} without a value create a null, and a negative
 * index counts from the end.
 */
public final class JsonPatch {
  /** Patches with more operations are rejected. */
  public static final int MAX_OPERATIONS = 10_000;

  /**
   * The limit for the size of all copies of one patch, so that copies of copies cannot fill the
   * memory.
   */
  public static final int MAX_COPIED_BYTES = 3 * 1024 * 1024;

  private JsonValue document;
  private long copied;

  private JsonPatch(JsonValue document) {
    this.document = document;
  }

  /**
   * Returns the patched object. Does not change the given one.
   *
   * @throws PatchException if the body is not a patch, an operation does not apply, or a limit is
   *     exceeded
   */
  public static JsonObject apply(JsonObject current, PatchBody patch) {
    JsonArray operations = operations(patch);
    JsonPatch run = new JsonPatch(current.deepCopy());
    for (JsonValue operation : operations) {
      run.step(operation);
    }
    return run.result();
  }

  /** Like {@link #apply(JsonObject, PatchBody)}, for a patch as a string. */
  public static JsonObject apply(JsonObject current, String patch) {
    return apply(current, PatchBody.parse(patch));
  }

  private static JsonArray operations(PatchBody patch) {
    JsonValue tree;
    try {
      tree = patch.tree();
    } catch (MalformedJsonException e) {
      throw PatchException.malformed("error decoding patch: " + e.getMessage());
    }
    if (tree.isNull()) {
      return new JsonArray();
    }
    if (!(tree instanceof JsonArray operations)) {
      throw notA("[]handlers.jsonPatchOp", tree);
    }
    for (JsonValue operation : operations) {
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

  private static void checkTypes(JsonValue operation) {
    if (!operation.isObject() && !operation.isNull()) {
      throw notA("handlers.jsonPatchOp", operation);
    }
    for (String member : List.of("op", "path", "from")) {
      JsonValue value = operation.path(member);
      if (!value.isText() && !value.isNull() && !value.isMissing()) {
        throw PatchException.malformed(
            "error decoding patch: json: cannot unmarshal %s into Go struct field jsonPatchOp.%s of type string"
                .formatted(GoNames.of(value), member));
      }
    }
  }

  private static PatchException notA(String type, JsonValue value) {
    return PatchException.malformed(
        "error decoding patch: json: cannot unmarshal %s into Go value of type %s"
            .formatted(GoNames.of(value), type));
  }

  private void step(JsonValue operation) {
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

  private static JsonPointer pointer(JsonValue operation, String member) {
    JsonValue path = operation.get(member);
    if (path == null || !path.isText()) {
      throw PatchException.doesNotApply("operation missing %s field".formatted(member));
    }
    return JsonPointer.of(path.textValue());
  }

  /** Returns a copy, because it becomes part of the document and the patch may be applied again. */
  private static JsonValue value(JsonValue operation) {
    JsonValue value = operation.get("value");
    return value == null ? JsonValue.NULL : value.deepCopy();
  }

  private void add(JsonPointer path, JsonValue value) {
    JsonValue parent = parent(path);
    if (parent instanceof JsonObject object) {
      object.set(path.last(), value);
    } else if (path.last().equals("-")) {
      ((JsonArray) parent).add(value);
    } else {
      ((JsonArray) parent).insert(path.lastIndex(parent.size() + 1), value);
    }
  }

  private JsonValue remove(JsonPointer path) {
    JsonValue parent = parent(path);
    JsonValue removed =
        parent instanceof JsonObject object
            ? object.remove(path.last())
            : ((JsonArray) parent).remove(path.lastIndex(parent.size()));
    if (removed == null) {
      throw PatchException.doesNotApply("Unable to remove nonexistent key: " + path.last());
    }
    return removed;
  }

  private void replace(JsonPointer path, JsonValue value) {
    if (path.isRoot()) {
      document = value;
      return;
    }
    JsonValue parent = parent(path);
    if (parent instanceof JsonObject object) {
      object.set(path.last(), value);
    } else {
      ((JsonArray) parent).set(path.lastIndex(parent.size()), value);
    }
  }

  private JsonValue copy(JsonPointer from) {
    JsonValue parent = parent(from);
    JsonValue value = child(parent, from);
    if (value == null) {
      return JsonValue.NULL;
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

  /** The comparison goes no deeper than the patch, whose depth is bounded. */
  private void test(JsonPointer path, JsonValue expected) {
    JsonValue actual = path.isRoot() ? document : child(parent(path), path);
    if (!expected.equals(actual == null ? JsonValue.NULL : actual)) {
      throw PatchException.doesNotApply("testing value %s failed".formatted(path));
    }
  }

  private static @Nullable JsonValue child(JsonValue parent, JsonPointer path) {
    return parent.isObject() ? parent.get(path.last()) : parent.get(path.lastIndex(parent.size()));
  }

  /** Returns the object or list that contains the value at the path. */
  private JsonValue parent(JsonPointer path) {
    if (path.isRoot()) {
      throw PatchException.doesNotApply("the whole document is not a member of anything");
    }
    JsonValue node = document;
    for (int i = 0; i < path.parents(); i++) {
      node = node.isArray() ? node.get(path.index(i, node.size())) : node.get(path.token(i));
      if (node == null) {
        throw missing(path);
      }
    }
    if (!node.isContainer()) {
      throw missing(path);
    }
    return node;
  }

  private static PatchException missing(JsonPointer path) {
    return PatchException.doesNotApply("doc is missing path: " + path);
  }

  /** Checks the depth once, at the end: moves are cheap and can build up any depth. */
  private JsonObject result() {
    if (!(document instanceof JsonObject object)) {
      throw PatchException.doesNotApply("the patch leaves no object");
    }
    if (TreeSize.of(object).depth() > JsonTrees.MAX_DEPTH) {
      throw PatchException.doesNotApply(
          "depth: past %d (expected: an object)".formatted(JsonTrees.MAX_DEPTH));
    }
    return object;
  }
}
