package io.listwatch.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * The edits that turn one document into another: keep some bytes of the base, drop some, insert
 * others, and so on; the rest of the base is kept.
 *
 * <pre>
 *   [keep, drop, "insert", keep, drop, "insert", …]
 * </pre>
 *
 * <p>Immutable. The edits are in the order of the base and cannot overlap. An insertion is always a
 * whole number of characters.
 */
public final class Edits {
  /** Maximum size of a result in bytes, the limit of an object. */
  static final int MAX_RESULT = 16 << 20;

  private final int[] keeps;
  private final int[] drops;
  private final byte[][] inserts;

  Edits(int[] keeps, int[] drops, byte[][] inserts) {
    this.keeps = keeps;
    this.drops = drops;
    this.inserts = inserts;
  }

  /**
   * Returns the edits that turn {@code base} into {@code next}. Both must be well-formed UTF-8. The
   * edits are short if both are JSON of a similar structure.
   */
  public static Edits between(byte[] base, byte[] next) {
    return new EditFinder(base, next).find();
  }

  /**
   * Reads edits, as {@link #writeTo} writes them, from the array at the cursor.
   *
   * @throws JsonException if they are not triples of two counts and a string
   */
  public static Edits read(JsonCursor cursor) {
    var keeps = new int[4];
    var drops = new int[4];
    var inserts = new byte[4][];
    int count = 0;
    cursor.enterArray();
    while (cursor.nextElement()) {
      if (count == keeps.length) {
        keeps = Arrays.copyOf(keeps, 2 * count);
        drops = Arrays.copyOf(drops, 2 * count);
        inserts = Arrays.copyOf(inserts, 2 * count);
      }
      keeps[count] = readCount(cursor);
      requireNext(cursor);
      drops[count] = readCount(cursor);
      requireNext(cursor);
      inserts[count] = cursor.string().getBytes(UTF_8);
      count++;
    }
    return new Edits(
        Arrays.copyOf(keeps, count), Arrays.copyOf(drops, count), Arrays.copyOf(inserts, count));
  }

  private static int readCount(JsonCursor cursor) {
    int start = cursor.position();
    long count = cursor.integer();
    if (count < 0 || count > MAX_RESULT) {
      throw cursor.failure("is %d (expected: 0 to %d)".formatted(count, MAX_RESULT), start);
    }
    return (int) count;
  }

  private static void requireNext(JsonCursor cursor) {
    int start = cursor.position();
    if (!cursor.nextElement()) {
      throw cursor.failure("ends within an edit (expected: keep, drop, insert)", start);
    }
  }

  /** Returns the number of edits. */
  public int size() {
    return keeps.length;
  }

  /**
   * True if a base of this length has as many bytes as the edits keep and drop, and the result is
   * not too large.
   */
  public boolean fit(int baseLength) {
    long used = 0;
    for (int i = 0; i < keeps.length; i++) {
      used += (long) keeps[i] + drops[i];
    }
    return used <= baseLength && resultLength(baseLength) <= MAX_RESULT;
  }

  private long resultLength(int baseLength) {
    long length = baseLength;
    for (int i = 0; i < drops.length; i++) {
      length += inserts[i].length - drops[i];
    }
    return length;
  }

  /**
   * Applies the edits to a base of {@code length} bytes at {@code offset}, and returns the result
   * in an array of its own size.
   *
   * @throws IllegalArgumentException if they do not {@link #fit}
   */
  public byte[] applyTo(byte[] base, int offset, int length) {
    if (!fit(length)) {
      throw new IllegalArgumentException(
          "base: %d bytes (expected: as many as the edits keep and drop)".formatted(length));
    }
    var result = new byte[(int) resultLength(length)];
    int from = offset;
    int to = 0;
    for (int i = 0; i < keeps.length; i++) {
      System.arraycopy(base, from, result, to, keeps[i]);
      from += keeps[i] + drops[i];
      to += keeps[i];
      System.arraycopy(inserts[i], 0, result, to, inserts[i].length);
      to += inserts[i].length;
    }
    System.arraycopy(base, from, result, to, offset + length - from);
    return result;
  }

  /** Writes the edits as a JSON array. */
  public void writeTo(ByteArrayOutputStream json) {
    json.write('[');
    for (int i = 0; i < keeps.length; i++) {
      String counts = (i == 0 ? "" : ",") + keeps[i] + "," + drops[i] + ",\"";
      json.writeBytes(counts.getBytes(ISO_8859_1));
      writeText(inserts[i], json);
      json.write('"');
    }
    json.write(']');
  }

  private static void writeText(byte[] text, ByteArrayOutputStream json) {
    int written = 0;
    for (int i = 0; i < text.length; i++) {
      byte c = text[i];
      boolean control = c >= 0 && c < ' ';
      if (c == '"' || c == '\\' || control) {
        json.write(text, written, i - written);
        written = i + 1;
        json.writeBytes((control ? "\\u%04x".formatted(c) : "\\" + (char) c).getBytes(ISO_8859_1));
      }
    }
    json.write(text, written, text.length - written);
  }
}
