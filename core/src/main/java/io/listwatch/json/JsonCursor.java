package io.listwatch.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON document from a byte array, front to back. It checks every byte it passes and
 * copies none.
 *
 * <pre>{@code
 * cursor.enterObject();
 * while (cursor.nextField()) {
 *   if (cursor.fieldIs(KIND)) {
 *     kind = cursor.string();
 *   } else {
 *     cursor.skip();
 *   }
 * }
 * cursor.end();
 * }</pre>
 *
 * <p>Strict: RFC 8259, well-formed UTF-8, no lone surrogates even as escapes, no control
 * characters. The limits below are Jackson's, because a document beyond them could be stored but
 * not decoded by its users. Not thread-safe. Do not use it after a {@link JsonException}.
 */
public final class JsonCursor {
  public static final int MAX_DEPTH = 1000;

  /** Maximum length of a number, in bytes. */
  static final int MAX_NUMBER = 1000;

  /** Maximum length of a member's name, in bytes. */
  static final int MAX_NAME = 50_000;

  private final byte[] bytes;
  private final int from;
  private final int limit;
  private final JsonText text;

  private int position;
  private int depth;

  /** One bit a level: set for an object, clear for an array. */
  private final long[] objects = new long[MAX_DEPTH / Long.SIZE + 1];

  /** True if a container was just entered, so that its first member needs no comma before it. */
  private boolean fresh;

  private int nameStart;
  private int nameEnd;
  private boolean nameEscaped;
  private int comma;

  public JsonCursor(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** Reads the bytes from {@code from} up to but without {@code to}. */
  public JsonCursor(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.limit = to;
    this.text = new JsonText(this, bytes, to);
    this.position = from;
    skipSpace();
  }

  /**
   * Returns the offset of the next value if none has been read yet, else the end of the last one.
   */
  public int position() {
    return position;
  }

  /** Returns the type of the value at this place without reading it. */
  public JsonType peek() {
    return switch (current()) {
      case '{' -> JsonType.OBJECT;
      case '[' -> JsonType.ARRAY;
      case '"' -> JsonType.STRING;
      case 't', 'f' -> JsonType.BOOLEAN;
      case 'n' -> JsonType.NULL;
      default -> JsonType.NUMBER;
    };
  }

  /** Steps into the object at this place. */
  public void enterObject() {
    expect(JsonType.OBJECT);
    enter(true);
  }

  /** Steps into the array at this place. */
  public void enterArray() {
    expect(JsonType.ARRAY);
    enter(false);
  }

  /** Throws, naming the type found, unless the value at this place is of {@code type}. */
  public void expect(JsonType type) {
    JsonType found = peek();
    if (found != type) {
      if (found == JsonType.NUMBER) {
        checkStartsNumber();
      }
      throw failure("is " + found + " (expected: " + type + ")");
    }
  }

  private void checkStartsNumber() {
    byte c = current();
    if (c != '-' && (c < '0' || c > '9')) {
      throw failure("unexpected " + JsonText.describe(c));
    }
  }

  /** Returns true and skips the value at this place if it is null. */
  public boolean skipNull() {
    if (current() != 'n') {
      return false;
    }
    skip();
    return true;
  }

  /**
   * Moves to the value of the object's next member.
   *
   * @return false if there is none, in which case the object has been left
   */
  public boolean nextField() {
    if (atEnd('}')) {
      return false;
    }
    readName();
    return true;
  }

  /**
   * Moves to the array's next element.
   *
   * @return false if there is none, in which case the array has been left
   */
  public boolean nextElement() {
    return !atEnd(']');
  }

  private boolean atEnd(char close) {
    skipSpace();
    byte c = current();
    if (c == close) {
      position++;
      leave();
      return true;
    }
    comma = -1;
    if (!fresh) {
      if (c != ',') {
        throw expected("',' or '" + close + "'");
      }
      comma = position++;
      skipSpace();
    }
    fresh = false;
    return false;
  }

  private void readName() {
    if (current() != '"') {
      throw expected("a member name");
    }
    nameStart = position + 1;
    position = text.skipString(position);
    nameEnd = position - 1;
    nameEscaped = text.escaped();
    skipSpace();
    if (current() != ':') {
      throw expected("':'");
    }
    if (nameEnd - nameStart > MAX_NAME) {
      throw nameTooLong();
    }
    position++;
    skipSpace();
  }

  private JsonException expected(String what) {
    return failure("expected " + what + ", found " + JsonText.describe(current()));
  }

  private JsonException nameTooLong() {
    return failure("a member name longer than " + MAX_NAME + " bytes", nameStart);
  }

  /** True if the member's name is {@code name}, given as UTF-8. */
  public boolean fieldIs(byte[] name) {
    if (nameEscaped) {
      return Arrays.equals(field().getBytes(UTF_8), name);
    }
    return Arrays.equals(bytes, nameStart, nameEnd, name, 0, name.length);
  }

  /** Returns the member's name. */
  public String field() {
    return text.decode(nameStart, nameEnd, nameEscaped);
  }

  /** Returns the member's name, reusing an equal string of {@code strings} if there is one. */
  public String field(StringPool strings) {
    return nameEscaped ? field() : strings.get(bytes, nameStart, nameEnd);
  }

  /** Returns the offset of the opening quote of the member's name. */
  public int fieldStart() {
    return nameStart - 1;
  }

  /** Returns the offset of the comma before this member or element, or -1 if it is the first. */
  public int commaBefore() {
    return comma;
  }

  /** Reads the string at this place. */
  public String string() {
    expect(JsonType.STRING);
    int start = position + 1;
    position = text.skipString(position);
    return text.decode(start, position - 1, text.escaped());
  }

  /** Reads the string at this place, reusing an equal string of {@code strings} if there is one. */
  public String string(StringPool strings) {
    expect(JsonType.STRING);
    int start = position + 1;
    position = text.skipString(position);
    return text.escaped()
        ? text.decode(start, position - 1, true)
        : strings.get(bytes, start, position - 1);
  }

  /**
   * Reads the value at this place as a string: the characters of a string, the JSON of any other
   * value, null for null.
   */
  public @Nullable String text(StringPool strings) {
    JsonType type = peek();
    if (type == JsonType.STRING) {
      return string(strings);
    }
    int start = position;
    skip();
    return type == JsonType.NULL ? null : strings.get(bytes, start, position);
  }

  /** Reads the integer at this place. */
  public long integer() {
    expect(JsonType.NUMBER);
    int start = position;
    skip();
    try {
      return Long.parseLong(new String(bytes, start, position - start, ISO_8859_1));
    } catch (NumberFormatException notWhole) {
      position = start;
      throw failure("is not a whole number of 64 bits");
    }
  }

  /** Reads the boolean at this place. */
  public boolean bool() {
    expect(JsonType.BOOLEAN);
    boolean value = current() == 't';
    skip();
    return value;
  }

  /** Skips the value at this place, checking all of it. */
  public void skip() {
    int base = depth;
    boolean more = skipOne();
    while (more || depth > base) {
      more = more ? skipInside() : skipNext();
    }
    fresh = false;
  }

  /** Skips a scalar, or enters a container. Returns true if it entered one. */
  private boolean skipOne() {
    byte c = current();
    if (c == '"') {
      position = text.skipString(position);
      return false;
    }
    if (c == '{' || c == '[') {
      enter(c == '{');
      return true;
    }
    position = text.skipWord(position);
    return false;
  }

  /** In a container just entered: leaves it if it is empty, else skips its first member. */
  private boolean skipInside() {
    byte c = current();
    if (c == (inObject() ? '}' : ']')) {
      position++;
      leave();
      return false;
    }
    if (inObject()) {
      readName();
    }
    return skipOne();
  }

  /** After a member: skips the next one, or leaves the container. */
  private boolean skipNext() {
    skipSpace();
    byte c = current();
    boolean object = inObject();
    if (c == ',') {
      position++;
      skipSpace();
      if (object) {
        readName();
      }
      return skipOne();
    }
    if (c != (object ? '}' : ']')) {
      throw expected(object ? "',' or '}'" : "',' or ']'");
    }
    position++;
    leave();
    return false;
  }

  /**
   * Skips the member's value or the element at this place by quotes and brackets alone, up to the
   * comma or bracket that ends it, without checking anything else. Use it to continue after a value
   * that cannot be read.
   */
  public void pass() {
    int start = position;
    int open = 0;
    byte c = current();
    while (open > 0 || (c != ',' && c != '}' && c != ']')) {
      if (c == '"') {
        position = JsonText.closingQuote(bytes, position, limit);
      } else if (c == '{' || c == '[') {
        open++;
      } else if (c == '}' || c == ']') {
        open--;
      }
      position++;
      c = current();
    }
    if (position == start) {
      throw failure("unexpected " + JsonText.describe(c));
    }
    fresh = false;
  }

  /** Continues after the value at this place, which another cursor has read up to {@code end}. */
  public void jump(int end) {
    position = end;
    fresh = false;
  }

  /** Checks that nothing but white space follows the document. */
  public void end() {
    skipSpace();
    if (position < limit) {
      throw expected("the end");
    }
  }

  /** True if every string read or skipped so far was ASCII. */
  public boolean ascii() {
    return text.ascii();
  }

  private void enter(boolean object) {
    if (depth == MAX_DEPTH) {
      throw failure("nested deeper than " + MAX_DEPTH + " levels");
    }
    long bit = 1L << depth;
    if (object) {
      objects[depth / Long.SIZE] |= bit;
    } else {
      objects[depth / Long.SIZE] &= ~bit;
    }
    depth++;
    position++;
    fresh = true;
    skipSpace();
  }

  private void leave() {
    depth--;
    fresh = false;
  }

  private boolean inObject() {
    int level = depth - 1;
    return (objects[level / Long.SIZE] & (1L << level)) != 0;
  }

  private byte current() {
    if (position >= limit) {
      throw failure("ends too early");
    }
    return bytes[position];
  }

  private void skipSpace() {
    while (position < limit && isSpace(bytes[position])) {
      position++;
    }
  }

  static boolean isSpace(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  /** Returns an exception for {@code problem} at this place. */
  public JsonException failure(String problem) {
    return failure(problem, position);
  }

  /** Returns an exception for {@code problem} at an earlier place. */
  public JsonException failure(String problem, int at) {
    int offset = Math.min(at, limit);
    return new JsonException(JsonPlace.of(bytes, from, offset), problem, offset - from);
  }
}
