package io.listwatch.objects.apply;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;

/**
 * How large a tree is: about its bytes as JSON, and how deep it nests. Found without recursion, for
 * trees that may be too deep for it.
 */
record TreeSize(long bytes, int depth) {
  static TreeSize of(JsonNode root) {
    if (!root.isContainerNode()) {
      return new TreeSize(scalar(root), 0);
    }
    long bytes = 0;
    int deepest = 0;
    Deque<Iterator<JsonNode>> open = new ArrayDeque<>();
    open.push(root.elements());
    bytes += names(root);
    while (!open.isEmpty()) {
      deepest = Math.max(deepest, open.size());
      Iterator<JsonNode> children = open.element();
      if (!children.hasNext()) {
        open.pop();
        continue;
      }
      JsonNode child = children.next();
      if (child.isContainerNode()) {
        bytes += names(child);
        open.push(child.elements());
      } else {
        bytes += scalar(child);
      }
    }
    return new TreeSize(bytes, deepest);
  }

  /** Brackets, commas, and the names with their quotes and colons. */
  private static long names(JsonNode container) {
    long bytes = 2L + container.size();
    if (container.isObject()) {
      for (Map.Entry<String, JsonNode> member : container.properties()) {
        bytes += member.getKey().length() + 3L;
      }
    }
    return bytes;
  }

  private static long scalar(JsonNode value) {
    return value.isTextual() ? value.textValue().length() + 2L : value.asText().length();
  }
}
