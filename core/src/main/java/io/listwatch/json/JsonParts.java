package io.listwatch.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The places of a container's parts: the values of an object's members, or the items of an array.
 *
 * <p>Not thread-safe.
 */
final class JsonParts {
  private final byte[] json;
  private final int from;
  private final int to;
  private final boolean object;

  /** The start and end of each part; for an object, its name's start and end come first. */
  private int[] places = new int[32];

  private int count;

  private JsonParts(byte[] json, int from, int to) {
    this.json = json;
    this.from = from;
    this.to = to;
    this.object = json[from] == '{';
  }

  /**
   * Finds the parts of the container at {@code from}.
   *
   * @param model a container whose parts are skipped quickly where this one has the same at the
   *     same place; null for none
   */
  static JsonParts of(byte[] json, int from, int to, @Nullable JsonParts model) {
    var parts = new JsonParts(json, from, to);
    parts.find(new JsonCursor(json, from, to), model);
    return parts;
  }

  private void find(JsonCursor cursor, @Nullable JsonParts model) {
    if (object) {
      cursor.enterObject();
    } else {
      cursor.enterArray();
    }
    while (object ? cursor.nextField() : cursor.nextElement()) {
      int start = cursor.position();
      int name = object ? cursor.fieldStart() : start;
      int equal = model == null || model.count <= count ? 0 : model.lengthIfAt(count, json, start);
      if (equal > 0) {
        cursor.jump(start + equal);
      } else {
        cursor.skip();
      }
      add(name, start, cursor.position());
    }
    cursor.end();
  }

  /** Returns the length of a part if another document has the same text at a place, else 0. */
  private int lengthIfAt(int index, byte[] other, int at) {
    int length = end(index) - start(index);
    byte first = json[start(index)];
    // A number or literal may continue in the other document.
    boolean delimited = first == '"' || first == '{' || first == '[';
    return delimited
            && at + length <= other.length
            && Arrays.equals(json, start(index), end(index), other, at, at + length)
        ? length
        : 0;
  }

  private void add(int name, int start, int end) {
    if (3 * count + 3 > places.length) {
      places = Arrays.copyOf(places, 2 * places.length);
    }
    places[3 * count] = name;
    places[3 * count + 1] = start;
    places[3 * count + 2] = end;
    count++;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  boolean object() {
    return object;
  }

  int count() {
    return count;
  }

  int start(int index) {
    return places[3 * index + 1];
  }

  int end(int index) {
    return places[3 * index + 2];
  }

  /**
   * Returns the identity of a part: the name of a member with its colon, or the text of an item.
   */
  String identity(int index) {
    int start = places[3 * index];
    int end = object ? start(index) : end(index);
    return new String(json, start, end - start, ISO_8859_1);
  }

  /** True if a part of another container has the same identity. */
  boolean sameIdentity(int index, JsonParts other, int otherIndex) {
    return Arrays.equals(
        json,
        places[3 * index],
        object ? start(index) : end(index),
        other.json,
        other.places[3 * otherIndex],
        other.object ? other.start(otherIndex) : other.end(otherIndex));
  }

  /** Returns the length of the common prefix of two parts, up to {@code most} bytes. */
  int alike(int index, JsonParts other, int otherIndex, int most) {
    int start = start(index);
    int otherStart = other.start(otherIndex);
    int end = Math.min(end(index), start + most);
    int otherEnd = Math.min(other.end(otherIndex), otherStart + most);
    int same = Arrays.mismatch(json, start, end, other.json, otherStart, otherEnd);
    return same < 0 ? end - start : same;
  }
}
