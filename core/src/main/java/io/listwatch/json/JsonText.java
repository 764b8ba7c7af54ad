package io.listwatch.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Scans the scalars of a {@link JsonCursor}: skips strings, numbers and literals, and decodes
 * strings.
 */
final class JsonText {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long SPACES = ONES * ' ';

  private final JsonCursor cursor;
  private final byte[] bytes;
  private final int limit;
  private boolean ascii = true;
  private boolean escaped;

  JsonText(JsonCursor cursor, byte[] bytes, int limit) {
    this.cursor = cursor;
    this.bytes = bytes;
    this.limit = limit;
  }

  boolean ascii() {
    return ascii;
  }

  /** True if the string last skipped contained an escape. */
  boolean escaped() {
    return escaped;
  }

  /** Skips the string whose opening quote is at {@code open}. Returns the offset after its end. */
  int skipString(int open) {
    escaped = false;
    int at = plain(open + 1);
    while (bytes[at] != '"') {
      at = plain(special(at));
    }
    return at + 1;
  }

  /** Returns the offset of the next byte from {@code at} on that ends a run of plain ASCII. */
  private int plain(int at) {
    int i = at;
    for (; i + Long.BYTES <= limit; i += Long.BYTES) {
      long special = specials((long) LONGS.get(bytes, i));
      if (special != 0) {
        return i + Long.numberOfTrailingZeros(special) / Byte.SIZE;
      }
    }
    for (; i < limit; i++) {
      byte c = bytes[i];
      if (c == '"' || c == '\\' || c < ' ') {
        return i;
      }
    }
    throw cursor.failure("a string that does not end", limit);
  }

  /**
   * Sets the high bit of each of eight bytes that is a quote, a backslash, a control character or
   * not ASCII. Bits above the lowest may be wrong, because of borrows; the lowest is exact.
   */
  private static long specials(long word) {
    long quote = word ^ QUOTES;
    long backslash = word ^ BACKSLASHES;
    return (((quote - ONES) & ~quote)
            | ((backslash - ONES) & ~backslash)
            | ((word - SPACES) & ~word)
            | word)
        & HIGH_BITS;
  }

  /** Skips the escape or the multi-byte character at {@code at}. */
  private int special(int at) {
    byte c = bytes[at];
    if (c == '\\') {
      escaped = true;
      return skipEscape(at);
    }
    if (c >= 0) {
      throw cursor.failure("a control character in a string: " + describe(c), at);
    }
    ascii = false;
    int length = Utf8.sequenceLength(bytes, at, limit);
    if (length == 0) {
      throw cursor.failure("invalid UTF-8: " + describe(c), at);
    }
    return at + length;
  }

  private int skipEscape(int at) {
    if (at + 1 == limit) {
      throw cursor.failure("a string that does not end", limit);
    }
    return switch (bytes[at + 1]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 2;
      case 'u' -> skipUnicode(at);
      default -> throw cursor.failure("an unknown escape in a string", at);
    };
  }

  private int skipUnicode(int at) {
    char c = unicode(at);
    if (!Character.isSurrogate(c)) {
      return at + 6;
    }
    boolean paired =
        Character.isHighSurrogate(c)
            && at + 7 < limit
            && bytes[at + 6] == '\\'
            && bytes[at + 7] == 'u'
            && Character.isLowSurrogate(unicode(at + 6));
    if (!paired) {
      throw cursor.failure("a lone surrogate in a string", at);
    }
    return at + 12;
  }

  /** Returns the UTF-16 code unit of the {@code \\uXXXX} escape at {@code at}. */
  private char unicode(int at) {
    if (at + 6 > limit) {
      throw cursor.failure("a string that does not end", limit);
    }
    int value = 0;
    for (int i = at + 2; i < at + 6; i++) {
      int digit = Character.digit(bytes[i], 16);
      if (digit < 0) {
        throw cursor.failure("an escape that is not hexadecimal", at);
      }
      value = value * 16 + digit;
    }
    return (char) value;
  }

  /** Decodes the string between its quotes, which has been skipped before. */
  String decode(int start, int end, boolean hasEscapes) {
    if (!hasEscapes) {
      return new String(bytes, start, end - start, ascii ? ISO_8859_1 : UTF_8);
    }
    var result = new StringBuilder(end - start);
    int run = start;
    for (int i = start; i < end; i++) {
      if (bytes[i] == '\\') {
        result.append(new String(bytes, run, i - run, UTF_8));
        result.append(escape(i));
        i += bytes[i + 1] == 'u' ? 5 : 1;
        run = i + 1;
      }
    }
    return result.append(new String(bytes, run, end - run, UTF_8)).toString();
  }

  private char escape(int at) {
    byte c = bytes[at + 1];
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode(at);
      default -> (char) c;
    };
  }

  /** Skips the number or literal at {@code at}. Returns the offset after its end. */
  int skipWord(int at) {
    return switch (bytes[at]) {
      case 't' -> literal(at, "true");
      case 'f' -> literal(at, "false");
      case 'n' -> literal(at, "null");
      default -> number(at);
    };
  }

  private int literal(int at, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (at + i >= limit || bytes[at + i] != word.charAt(i)) {
        throw notLiteral(at, at + i);
      }
    }
    return at + word.length();
  }

  private JsonException notLiteral(int start, int at) {
    return at == limit
        ? cursor.failure("ends too early", limit)
        : cursor.failure("unexpected " + describe(bytes[start]), start);
  }

  private int number(int start) {
    int at = bytes[start] == '-' ? start + 1 : start;
    int whole = at;
    at = digits(at);
    if (at > whole + 1 && bytes[whole] == '0') {
      throw cursor.failure("a number with a leading zero", start);
    }
    if (at < limit && bytes[at] == '.') {
      at = digits(at + 1);
    }
    if (at < limit && (bytes[at] == 'e' || bytes[at] == 'E')) {
      at++;
      if (at < limit && (bytes[at] == '+' || bytes[at] == '-')) {
        at++;
      }
      at = digits(at);
    }
    if (at - start > JsonCursor.MAX_NUMBER) {
      throw cursor.failure("a number longer than " + JsonCursor.MAX_NUMBER + " bytes", start);
    }
    return at;
  }

  private int digits(int at) {
    int i = at;
    while (i < limit && bytes[i] >= '0' && bytes[i] <= '9') {
      i++;
    }
    if (i == at) {
      throw i < limit
          ? cursor.failure("unexpected " + describe(bytes[i]), i)
          : cursor.failure("ends too early", limit);
    }
    return i;
  }

  /**
   * Returns the offset of the quote that closes the string opened at {@code open}. Checks nothing
   * else.
   */
  static int closingQuote(byte[] bytes, int open, int limit) {
    int i = open + 1;
    while (i < limit && bytes[i] != '"') {
      i += bytes[i] == '\\' ? 2 : 1;
    }
    return Math.min(i, limit);
  }

  /** Returns a readable form of a byte for messages. */
  static String describe(byte c) {
    return c > ' ' && c < 0x7f ? "'" + (char) c + "'" : "byte 0x%02x".formatted(c & 0xff);
  }
}
