package io.listwatch.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonCursor;
import io.listwatch.json.JsonType;
import io.listwatch.json.StringPool;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a type that field selectors may use, besides name and namespace, and a plan for
 * reading their values in the pass that reads the header.
 *
 * <p>Immutable; one for each type, shared by all its objects.
 */
public final class SelectableFields {
  /** No fields besides name and namespace. */
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

  /**
   * Creates a set of fields, each a path of plain member names joined by dots, such as {@code
   * spec.nodeName}.
   */
  public static SelectableFields of(List<String> paths) {
    return ofFields(paths.stream().map(path -> new Field(path, path, null)).toList());
  }

  /**
   * Creates a set of fields, some of which have a name other than their path, or a default value.
   */
  public static SelectableFields ofFields(List<Field> fields) {
    return new SelectableFields(fields);
  }

  /** Returns the names of the fields, as selectors use them. */
  public List<String> paths() {
    return paths;
  }

  /** Returns the effective value of the field at an index, in an object that has these values. */
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
   * Reads the member of the object at the cursor, and skips it if no path begins with its name.
   * Scalars are stored in {@code values} at their path's index, as they are spelled in the JSON. If
   * a member occurs twice, the last occurrence counts.
   */
  void read(JsonCursor cursor, @Nullable String[] values) {
    root.readMember(cursor, values);
  }

  /**
   * One selectable field.
   *
   * @param name the field's name in selectors
   * @param path the field's place in the object; unique among the fields
   * @param absent the value if the field is absent; null for none
   * @param standIn the name of another field whose value is used if this one is absent or empty;
   *     that field must not have a stand-in itself; null for none
   */
  public record Field(String name, String path, @Nullable String absent, @Nullable String standIn) {
    /** Creates a field without a stand-in. */
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

    /** Clears the values of an earlier occurrence of this member. */
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
