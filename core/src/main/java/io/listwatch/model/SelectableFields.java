package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonType;
import io.listwatch.json.StringPool;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type's plan of the fields that field selectors may ask for, besides name and namespace: which
 * members to look into while the header is read, and where their values go.
 *
 * <p>Immutable; one for each type, shared by all its objects.
 */
public final class SelectableFields {
  /** Nothing besides name and namespace. */
  public static final SelectableFields NONE = of(List.of());

  private final List<String> paths;
  private final @Nullable String[] absent;
  private final int[] standIns;
  private final Node root;

  private SelectableFields(List<Field> fields) {
    this.paths = fields.stream().map(Field::name).toList();
    this.absent = fields.stream().map(Field::absent).toArray(String[]::new);
    this.standIns = fields.stream().mapToInt(field -> paths.indexOf(field.standIn())).toArray();
    this.root = new Node("");
    for (int i = 0; i < fields.size(); i++) {
      root.add(fields.get(i).path(), i);
    }
  }

  /** Paths of plain member names joined by dots, such as {@code spec.nodeName}. */
  public static SelectableFields of(List<String> paths) {
    return ofFields(paths.stream().map(path -> new Field(path, path, null)).toList());
  }

  /** Fields some of which are named otherwise than their place, or have a value if absent. */
  public static SelectableFields ofFields(List<Field> fields) {
    return new SelectableFields(fields);
  }

  /** What selectors call the fields. */
  public List<String> paths() {
    return paths;
  }

  /** What the field at an index counts as in an object that has these values. */
  @Nullable String value(int index, @Nullable String[] values) {
    String own = values[index];
    int standIn = standIns[index];
    if (standIn >= 0 && (own == null || own.isEmpty())) {
      return value(standIn, values);
    }
    return own == null ? absent[index] : own;
  }

  int size() {
    return paths.size();
  }

  /**
   * Reads the root's member at the cursor, a name of which no path starts with included. Scalars
   * land in {@code values} at their path's index, spelled as they are; of a member that occurs
   * twice, the last.
   */
  void read(JsonCursor cursor, @Nullable String[] values) {
    root.readMember(cursor, values);
  }

  /**
   * One field.
   *
   * @param name what selectors call it
   * @param path where it is; no two fields are at the same place
   * @param absent what it counts as where it is not; null for nothing
   * @param standIn the name of the field whose value it has where it is not or is empty; itself has
   *     no such stand-in; null for none
   */
  public record Field(String name, String path, @Nullable String absent, @Nullable String standIn) {
    /** A field that nothing stands in for. */
    public Field(String name, String path, @Nullable String absent) {
      this(name, path, absent, null);
    }
  }

  private static final class Node {
    private static final int INNER = -1;

    private final byte[] name;
    private Node[] children = {};
    private int slot = INNER;

    private Node(String name) {
      this.name = name.getBytes(UTF_8);
    }

    private void add(String path, int index) {
      int dot = path.indexOf('.');
      Node child = child(dot < 0 ? path : path.substring(0, dot));
      if (dot < 0) {
        child.slot = index;
      } else {
        child.add(path.substring(dot + 1), index);
      }
    }

    private Node child(String childName) {
      var wanted = new Node(childName);
      for (Node child : children) {
        if (Arrays.equals(child.name, wanted.name)) {
          return child;
        }
      }
      children = Arrays.copyOf(children, children.length + 1);
      children[children.length - 1] = wanted;
      return wanted;
    }

    private void readMember(JsonCursor cursor, @Nullable String[] values) {
      for (Node child : children) {
        if (cursor.fieldIs(child.name)) {
          child.readValue(cursor, values);
          return;
        }
      }
      cursor.skip();
    }

    private void readValue(JsonCursor cursor, @Nullable String[] values) {
      clear(values);
      JsonType type = cursor.peek();
      if (type == JsonType.OBJECT && children.length > 0) {
        cursor.enterObject();
        while (cursor.nextField()) {
          readMember(cursor, values);
        }
      } else if (slot == INNER || type == JsonType.OBJECT || type == JsonType.ARRAY) {
        cursor.skip();
      } else {
        values[slot] = cursor.text(StringPool.SHARED);
      }
    }

    /** Forgets what an earlier occurrence of this member may have left. */
    private void clear(@Nullable String[] values) {
      if (slot != INNER) {
        values[slot] = null;
      }
      for (Node child : children) {
        child.clear(values);
      }
    }
  }
}
