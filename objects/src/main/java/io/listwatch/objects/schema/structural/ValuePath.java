package io.listwatch.objects.schema.structural;

import java.util.Arrays;

/**
 * The path of the current value in a walk. Formatted on demand, because most paths are never
 * reported.
 */
final class ValuePath {
  private static final int MEMBER = -1;
  private static final int KEY = -2;

  private String[] names = new String[16];

  /** For each step of the path, the list index or the kind of the name. */
  private int[] indexes = new int[16];

  private int depth;

  /** Enters a member that the schema declares. */
  void enter(String member) {
    push(member, MEMBER);
  }

  /** Enters an entry of a map. */
  void enterKey(String key) {
    push(key, KEY);
  }

  void enter(int index) {
    push("", index);
  }

  private void push(String name, int index) {
    if (depth == names.length) {
      names = Arrays.copyOf(names, depth * 2);
      indexes = Arrays.copyOf(indexes, depth * 2);
    }
    names[depth] = name;
    indexes[depth] = index;
    depth++;
  }

  void leave() {
    depth--;
  }

  boolean atRoot() {
    return depth == 0;
  }

  /** Formats the path as in {@code spec.map.key.list[0]}. */
  @Override
  public String toString() {
    return spelled(false);
  }

  /** Formats the path as in {@code spec.map[key].list[0]}. */
  String withKeys() {
    return spelled(true);
  }

  /** Like {@link #withKeys()}, for a member of the current value. */
  String withKeys(String member) {
    enter(member);
    String path = withKeys();
    leave();
    return path;
  }

  private String spelled(boolean bracketed) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      if (indexes[i] >= 0) {
        path.append('[').append(indexes[i]).append(']');
      } else if (bracketed && indexes[i] == KEY) {
        path.append('[').append(names[i]).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(names[i]);
      }
    }
    return path.toString();
  }
}
