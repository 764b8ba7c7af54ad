package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonValue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;

/**
 * The size of a tree: its approximate bytes as JSON, and its depth. Computed without recursion,
 * because the tree may be too deep for it.
 */
record TreeSize(long bytes, int depth) {
  static TreeSize of(JsonValue root) {
    if (!root.isContainer()) {
      return new TreeSize(scalar(root), 0);
    }
    long bytes = 0;
    int deepest = 0;
    Deque<Iterator<JsonValue>> open = new ArrayDeque<>();
    open.push(root.iterator());
    bytes += names(root);
    while (!open.isEmpty()) {
      deepest = Math.max(deepest, open.size());
      Iterator<JsonValue> children = open.element();
      if (!children.hasNext()) {
        open.pop();
        continue;
      }
      JsonValue child = children.next();
      if (child.isContainer()) {
        bytes += names(child);
        open.push(child.iterator());
      } else {
        bytes += scalar(child);
      }
    }
    return new TreeSize(bytes, deepest);
  }

  /** Returns the bytes of brackets, commas, colons and quoted names. */
  private static long names(JsonValue container) {
    long bytes = 2L + container.size();
    if (container.isObject()) {
      for (Map.Entry<String, JsonValue> member : container.properties()) {
        bytes += member.getKey().length() + 3L;
      }
    }
    return bytes;
  }

  private static long scalar(JsonValue value) {
    return value.isText() ? value.textValue().length() + 2L : value.asText().length();
  }
}
