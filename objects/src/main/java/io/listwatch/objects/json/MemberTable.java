package io.listwatch.objects.json;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of an object in order: two arrays, searched from the front, because most objects have
 * a handful of members. A larger table has an index, and a removed member leaves a gap, so that no
 * operation walks over all of a large object.
 */
final class MemberTable {
  private static final int MAX_SEARCHED = 16;
  private static final String[] NO_NAMES = {};
  private static final JsonValue[] NO_VALUES = {};

  private @Nullable String[] names = NO_NAMES;
  private @Nullable JsonValue[] values = NO_VALUES;

  /** The slots in use, including gaps. */
  private int end;

  private int size;
  private @Nullable Map<String, Integer> index;

  MemberTable() {}

  /** Creates a table with an initial capacity. */
  MemberTable(int capacity) {
    if (capacity > 0) {
      names = new String[capacity];
      values = new JsonValue[capacity];
    }
  }

  int size() {
    return size;
  }

  /**
   * Returns the next slot after this one that holds a member; -1 if there is none. Starts at -1.
   */
  int next(int slot) {
    for (int i = slot + 1; i < end; i++) {
      if (names[i] != null) {
        return i;
      }
    }
    return -1;
  }

  @SuppressWarnings("NullAway") // next() returns slots that hold a member
  String name(int slot) {
    return names[slot];
  }

  @SuppressWarnings("NullAway") // next() returns slots that hold a member
  JsonValue value(int slot) {
    return values[slot];
  }

  @Nullable JsonValue get(String name) {
    int slot = find(name);
    return slot < 0 ? null : values[slot];
  }

  private int find(String name) {
    if (index != null) {
      Integer slot = index.get(name);
      return slot == null ? -1 : slot;
    }
    for (int i = 0; i < end; i++) {
      if (name.equals(names[i])) {
        return i;
      }
    }
    return -1;
  }

  void put(String name, JsonValue value) {
    int slot = find(name);
    if (slot >= 0) {
      values[slot] = value;
      return;
    }
    append(name, value);
  }

  /** Adds a member whose name the table does not have yet. */
  void append(String name, JsonValue value) {
    if (end == names.length) {
      makeRoom();
    }
    if (end == MAX_SEARCHED && index == null) {
      indexMembers();
    }
    names[end] = name;
    values[end] = value;
    if (index != null) {
      index.put(name, end);
    }
    end++;
    size++;
  }

  private void makeRoom() {
    if (size < end / 2) {
      closeGaps();
      return;
    }
    int capacity = Math.max(4, 2 * end);
    names = Arrays.copyOf(names, capacity);
    values = Arrays.copyOf(values, capacity);
  }

  private void closeGaps() {
    int to = 0;
    for (int from = next(-1); from >= 0; from = next(from)) {
      names[to] = names[from];
      values[to++] = values[from];
    }
    Arrays.fill(names, to, end, null);
    Arrays.fill(values, to, end, null);
    end = to;
    if (index != null) {
      indexMembers();
    }
  }

  private void indexMembers() {
    Map<String, Integer> slots = new HashMap<>(2 * size);
    for (int i = next(-1); i >= 0; i = next(i)) {
      slots.put(name(i), i);
    }
    index = slots;
  }

  @Nullable JsonValue remove(String name) {
    int slot = find(name);
    if (slot < 0) {
      return null;
    }
    JsonValue removed = values[slot];
    removeAt(slot);
    return removed;
  }

  /** Removes the member in a slot. Without an index, later members move up by one slot. */
  void removeAt(int slot) {
    if (index != null) {
      index.remove(name(slot));
      names[slot] = null;
      values[slot] = null;
    } else {
      int after = end - slot - 1;
      System.arraycopy(names, slot + 1, names, slot, after);
      System.arraycopy(values, slot + 1, values, slot, after);
      end--;
      names[end] = null;
      values[end] = null;
    }
    size--;
  }

  void clear() {
    names = NO_NAMES;
    values = NO_VALUES;
    end = 0;
    size = 0;
    index = null;
  }

  MemberTable deepCopy() {
    MemberTable copy = new MemberTable(size);
    for (int i = next(-1); i >= 0; i = next(i)) {
      copy.append(name(i), value(i).deepCopy());
    }
    return copy;
  }
}
