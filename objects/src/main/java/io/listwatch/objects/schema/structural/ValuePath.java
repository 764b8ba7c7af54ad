package io.listwatch.objects.schema.structural;

import java.util.Arrays;

/** Where a walk over an object is. Spelled only when asked: most places are never spoken of. */
final class ValuePath {
  private static final int MEMBER = -1;
  private static final int KEY = -2;

  private String[] names = new String[16];

  /** The index in a list, or what the name is. */
  private int[] indexes = new int[16];

  private int depth;

  /** Into the member of an object that its schema names. */
  void enter(String member) {
    push(member, MEMBER);
  }

  /** Into the member of an object whose keys are the user's. */
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

  /** As in {@code spec.map.key.list[0]}. */
  @Override
  public String toString() {
    return spelled(false);
  }

  /** As in {@code spec.map[key].list[0]}. */
  String withKeys() {
    return spelled(true);
  }

  /** The same, of a member of where the walk is. */
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
