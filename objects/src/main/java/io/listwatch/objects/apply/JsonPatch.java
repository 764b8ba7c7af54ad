package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonArray;
import io.listwatch.objects.json.JsonObject;
import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.json.MalformedJsonException;
import java.util.List;
import java.util.function.Supplier;
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

  static JsonArray operations(PatchBody patch) {
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
      case "add" -> add(operation);
      case "remove" -> remove(operation);
      case "replace" -> replace(operation);
      case "move" -> move(operation);
      case "copy" -> copy(operation);
      case "test" -> test(operation);
      default -> throw PatchException.doesNotApply("Unexpected kind: " + kind);
    }
  }

  private static JsonPointer pointer(JsonValue operation, String member) {
    JsonValue path = operation.get(member);
    if (path == null || !path.isText()) {
      String kind = operation.path("op").asText();
      throw missing("%s operation failed to decode %s".formatted(kind, member));
    }
    return JsonPointer.of(path.textValue());
  }

  /** Returns a copy, because it becomes part of the document and the patch may be applied again. */
  private static JsonValue value(JsonValue operation) {
    JsonValue value = operation.get("value");
    return value == null ? JsonValue.NULL : value.deepCopy();
  }

  private void add(JsonValue operation) {
    JsonPointer path = pointer(operation, "path");
    JsonValue parent = parent(path, "add operation does not apply: doc is missing path: \"%s\"");
    within("error in add for path", path.toString(), () -> insert(parent, path, value(operation)));
  }

  private static @Nullable Void insert(JsonValue parent, JsonPointer path, JsonValue value) {
    if (parent instanceof JsonObject object) {
      object.set(path.last(), value);
    } else if (path.last().equals("-")) {
      ((JsonArray) parent).add(value);
    } else {
      ((JsonArray) parent).insert(path.insertIndex(parent.size() + 1), value);
    }
    return null;
  }

  private void remove(JsonValue operation) {
    JsonPointer path = pointer(operation, "path");
    JsonValue parent = parent(path, "remove operation does not apply: doc is missing path: \"%s\"");
    within("error in remove for path", path.toString(), () -> removed(parent, path));
  }

  private static JsonValue removed(JsonValue parent, JsonPointer path) {
    JsonValue removed =
        parent instanceof JsonObject object
            ? object.remove(path.last())
            : ((JsonArray) parent).remove(path.lastIndex(parent.size()));
    if (removed == null) {
      throw missing("Unable to remove nonexistent key: " + path.last());
    }
    return removed;
  }

  private void replace(JsonValue operation) {
    JsonPointer path = pointer(operation, "path");
    if (path.isRoot()) {
      document = value(operation);
      return;
    }
    JsonValue parent = parent(path, "replace operation does not apply: doc is missing path: %s");
    if (parent instanceof JsonObject object) {
      object.set(path.last(), value(operation));
    } else if (path.hasIndex(parent.size())) {
      ((JsonArray) parent).set(path.lastIndex(parent.size()), value(operation));
    } else {
      throw missing("replace operation does not apply: doc is missing key: " + path);
    }
  }

  private void move(JsonValue operation) {
    JsonPointer from = pointer(operation, "from");
    JsonValue source = parent(from, "move operation does not apply: doc is missing from path: %s");
    JsonValue moved = within("error in move for path", from.last(), () -> removed(source, from));
    JsonPointer path = pointer(operation, "path");
    JsonValue parent =
        parent(path, "move operation does not apply: doc is missing destination path: %s");
    within("error in move for path", path.toString(), () -> insert(parent, path, moved));
  }

  private void copy(JsonValue operation) {
    JsonPointer from = pointer(operation, "from");
    JsonValue source = parent(from, "copy operation does not apply: doc is missing from path: %s");
    JsonValue value = within("error in copy for from", from.toString(), () -> child(source, from));
    JsonPointer path = pointer(operation, "path");
    JsonValue parent =
        parent(path, "copy operation does not apply: doc is missing destination path: %s");
    JsonValue copy = value == null ? JsonValue.NULL : counted(value).deepCopy();
    try {
      insert(parent, path, copy);
    } catch (PatchException e) {
      throw PatchException.doesNotApply("error while adding value during copy: " + e.getMessage());
    }
  }

  private JsonValue counted(JsonValue value) {
    TreeSize size = TreeSize.of(value);
    copied += size.bytes();
    if (copied > MAX_COPIED_BYTES || size.depth() > JsonTrees.MAX_DEPTH) {
      throw PatchException.doesNotApply(
          "Unable to complete the copy, the accumulated size increase of copy is %d, exceeding the limit %d"
              .formatted(copied, MAX_COPIED_BYTES));
    }
    return value;
  }

  /** The comparison goes no deeper than the patch, whose depth is bounded. */
  private void test(JsonValue operation) {
    JsonPointer path = pointer(operation, "path");
    JsonValue actual = path.isRoot() ? document : tested(path);
    if (!value(operation).equals(actual == null ? JsonValue.NULL : actual)) {
      throw PatchException.testFailed("testing value %s failed: test failed".formatted(path));
    }
  }

  private @Nullable JsonValue tested(JsonPointer path) {
    JsonValue parent = parent(path, "test operation does not apply: is missing path: %s");
    return within("error in test for path", path.toString(), () -> child(parent, path));
  }

  private static @Nullable JsonValue child(JsonValue parent, JsonPointer path) {
    return parent.isObject() ? parent.get(path.last()) : parent.get(path.lastIndex(parent.size()));
  }

  /** Runs a part of an operation; describes its failure with the path. */
  private static <T extends @Nullable Object> T within(
      String description, String path, Supplier<T> part) {
    try {
      return part.get();
    } catch (PatchException e) {
      throw PatchException.doesNotApply(
          "%s: '%s': %s".formatted(description, path, e.getMessage()));
    }
  }

  /**
   * Returns the object or list that contains the value at the path.
   *
   * @param otherwise the error if there is none
   */
  private JsonValue parent(JsonPointer path, String otherwise) {
    JsonValue node = document;
    for (int i = 0; i < path.parents() && node != null; i++) {
      node = path.step(node, i);
    }
    if (path.isNowhere() || node == null || !node.isContainer()) {
      throw missing(otherwise.formatted(path));
    }
    return node;
  }

  private static PatchException missing(String what) {
    return PatchException.doesNotApply(what + ": missing value");
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
