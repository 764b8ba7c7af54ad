package io.listwatch.objects.protobuf;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads JSON that is already known to be well-formed and is expected to have no white space.
 * Anything else ends in a {@link NotCanonicalException} or an {@link IndexOutOfBoundsException}.
 *
 * <p>Not thread-safe.
 */
final class CanonicalJson {
  /**
   * Number of bytes that the array must have after the JSON: strings are read eight bytes at a
   * time.
   */
  static final int PADDING = Long.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';

  /** Maximum number of digits that cannot overflow a long. */
  private static final int MAX_DIGITS = 18;

  byte[] bytes = {};
  int at;
  private int limit;

  void reset(byte[] json, int from, int to) {
    bytes = json;
    at = from;
    limit = to;
  }

  /** Returns the first byte of the value at this place. */
  byte peek() {
    return bytes[at];
  }

  void expect(char c) {
    if (bytes[at++] != c) {
      throw NotCanonicalException.ODD;
    }
  }

  /** Enters an object or an array. Returns false if it is empty, and then has already left it. */
  boolean enter(char open, char close) {
    expect(open);
    if (bytes[at] == close) {
      at++;
      return false;
    }
    return true;
  }

  /** Moves on to the next member or element. Returns false if there is none. */
  boolean more(char close) {
    byte c = bytes[at++];
    if (c == ',') {
      return true;
    }
    if (c != close) {
      throw NotCanonicalException.ODD;
    }
    return false;
  }

  /** Skips the value at this place if it is null. */
  boolean skipNull() {
    if (bytes[at] != 'n') {
      return false;
    }
    at += 4;
    return true;
  }

  boolean bool() {
    boolean value = bytes[at] == 't';
    if (!value && bytes[at] != 'f') {
      throw NotCanonicalException.ODD;
    }
    at += value ? 4 : 5;
    return value;
  }

  long integer() {
    boolean negative = bytes[at] == '-';
    int start = negative ? at + 1 : at;
    int i = start;
    long value = 0;
    int digit;
    while ((digit = bytes[i] - '0') >= 0 && digit <= 9) {
      value = value * 10 + digit;
      i++;
    }
    if (i == start || bytes[i] == '.' || (bytes[i] | 0x20) == 'e') {
      throw NotCanonicalException.ODD;
    }
    if (i - start > MAX_DIGITS) {
      value = Long.parseLong(new String(bytes, at, i - at, ISO_8859_1));
      negative = false;
    }
    at = i;
    return negative ? -value : value;
  }

  double decimal() {
    int start = at;
    skip();
    return Double.parseDouble(new String(bytes, start, at - start, ISO_8859_1));
  }

  /** Skips the value at this place. */
  void skip() {
    byte c = bytes[at];
    if (c == '"') {
      skipString();
    } else if (c == '{' || c == '[') {
      skipContainer();
    } else {
      while (at < limit && (c = bytes[at]) != ',' && c != '}' && c != ']') {
        at++;
      }
    }
  }

  private void skipContainer() {
    int depth = 0;
    do {
      byte c = bytes[at];
      if (c == '"') {
        skipString();
        continue;
      }
      at++;
      // In ASCII, a bracket and a brace differ in this bit.
      int bracket = c | 0x20;
      if (bracket == '{') {
        depth++;
      } else if (bracket == '}') {
        depth--;
      }
    } while (depth > 0);
  }

  void skipString() {
    int i = at + 1;
    while (true) {
      long special = specials((long) LONGS.get(bytes, i));
      if (special == 0) {
        i += Long.BYTES;
        continue;
      }
      i += Long.numberOfTrailingZeros(special) / Byte.SIZE;
      if (bytes[i] == '"') {
        at = i + 1;
        return;
      }
      i += 2;
    }
  }

  /** Checks that the key that was just read is greater than the one before it. */
  void checkSorted(int lastKey, int lastEnd, int key) {
    boolean sorted = Arrays.compareUnsigned(bytes, lastKey, lastEnd, bytes, key, at) < 0;
    if (!sorted && !escaped(lastKey, lastEnd) && !escaped(key, at)) {
      throw NotCanonicalException.ODD;
    }
  }

  boolean escaped(int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\\') {
        return true;
      }
    }
    return false;
  }

  /** Copies the string at this place with its length. */
  void string(MessageBuffer out) {
    expect('"');
    int start = content(out);
    out.close(start);
  }

  /** Copies the string whose opening quote has been read. Returns where its content starts. */
  private int content(MessageBuffer out) {
    out.room(limit - at);
    byte[] to = out.bytes;
    int start = out.size + 1;
    int size = start;
    int i = at;
    while (true) {
      long word = (long) LONGS.get(bytes, i);
      LONGS.set(to, size, word);
      long special = specials(word);
      if (special == 0) {
        i += Long.BYTES;
        size += Long.BYTES;
        continue;
      }
      int plain = Long.numberOfTrailingZeros(special) / Byte.SIZE;
      i += plain;
      size += plain;
      if (bytes[i] == '"') {
        at = i + 1;
        out.size = size;
        return start;
      }
      at = i + 1;
      out.size = size;
      escape(out);
      i = at;
      size = out.size;
    }
  }

  /**
   * Sets the high bit of the lowest quote or backslash of eight bytes; higher bits may be wrong.
   */
  private static long specials(long word) {
    long quote = word ^ QUOTES;
    long backslash = word ^ BACKSLASHES;
    return (((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash)) & HIGH_BITS;
  }

  /**
   * Decodes the escape whose backslash has been read. The buffer has room for it, because an escape
   * is longer than its character.
   */
  private void escape(MessageBuffer out) {
    byte c = bytes[at++];
    switch (c) {
      case 'b' -> out.bytes[out.size++] = '\b';
      case 'f' -> out.bytes[out.size++] = '\f';
      case 'n' -> out.bytes[out.size++] = '\n';
      case 'r' -> out.bytes[out.size++] = '\r';
      case 't' -> out.bytes[out.size++] = '\t';
      case 'u' -> utf8(codePoint(), out);
      default -> out.bytes[out.size++] = c;
    }
  }

  private int codePoint() {
    char first = unit();
    if (!Character.isHighSurrogate(first)) {
      return first;
    }
    expect('\\');
    expect('u');
    return Character.toCodePoint(first, unit());
  }

  private char unit() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value = value << 4 | Character.digit(bytes[at++], 16);
    }
    return (char) value;
  }

  private static void utf8(int c, MessageBuffer out) {
    byte[] to = out.bytes;
    if (c < 0x80) {
      to[out.size++] = (byte) c;
      return;
    }
    if (c < 0x800) {
      to[out.size++] = (byte) (0xc0 | c >> 6);
    } else {
      if (c < 0x10000) {
        to[out.size++] = (byte) (0xe0 | c >> 12);
      } else {
        to[out.size++] = (byte) (0xf0 | c >> 18);
        to[out.size++] = (byte) (0x80 | (c >> 12 & 0x3f));
      }
      to[out.size++] = (byte) (0x80 | (c >> 6 & 0x3f));
    }
    to[out.size++] = (byte) (0x80 | (c & 0x3f));
  }

  boolean ended() {
    return at == limit;
  }
}
