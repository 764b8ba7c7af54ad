package io.listwatch.server.schema;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds where a text stops being JSON and says so in the reference's words, which name the byte and
 * what was looked for. Only asked about texts that could not be read.
 */
final class JsonProblem {
  private static final String END = "unexpected end of JSON input";

  private final byte[] text;

  /** What the values that are open are, the innermost last: an object's or a list's bracket. */
  private final StringBuilder open = new StringBuilder();

  private int place;
  private @Nullable String found;

  private JsonProblem(byte[] text) {
    this.text = text;
  }

  /** Null if the text is JSON: then some limit was passed. */
  static @Nullable String of(String text) {
    return new JsonProblem(text.getBytes(StandardCharsets.UTF_8)).find();
  }

  private @Nullable String find() {
    boolean more = value();
    while (more && !open.isEmpty()) {
      more = next();
    }
    if (more && peek() >= 0) {
      more = wrong("after top-level value");
    }
    return more ? null : found;
  }

  /** Reads a value, of an object or a list only how it begins. False if something is wrong. */
  private boolean value() {
    int c = peek();
    switch (c) {
      case '{' -> {
        place++;
        open.append('{');
        return peek() == '}' ? close() : member();
      }
      case '[' -> {
        place++;
        open.append('[');
        return peek() == ']' ? close() : value();
      }
      case '"' -> {
        return string();
      }
      case 't' -> {
        return literal("true");
      }
      case 'f' -> {
        return literal("false");
      }
      case 'n' -> {
        return literal("null");
      }
      default -> {
        return (c == '-' || isDigit(c)) ? number() : wrong("looking for beginning of value");
      }
    }
  }

  /** What follows a value that something else holds: the next one, or the end of that. */
  private boolean next() {
    boolean object = open.charAt(open.length() - 1) == '{';
    int c = peek();
    if (c == ',') {
      place++;
      return object ? member() : value();
    }
    if (c == (object ? '}' : ']')) {
      return close();
    }
    return wrong(object ? "after object key:value pair" : "after array element");
  }

  private boolean close() {
    open.setLength(open.length() - 1);
    place++;
    return true;
  }

  private boolean member() {
    if (peek() != '"') {
      return wrong("looking for beginning of object key string");
    }
    if (!string()) {
      return false;
    }
    if (peek() != ':') {
      return wrong("after object key");
    }
    place++;
    return value();
  }

  private boolean string() {
    for (place++; at() != '"'; place++) {
      if (at() < ' ') {
        return wrong("in string literal");
      }
      if (at() == '\\' && !escape()) {
        return false;
      }
    }
    place++;
    return true;
  }

  private boolean escape() {
    place++;
    if (at() != 'u') {
      return "bfnrt\\/\"".indexOf(at()) >= 0 || wrong("in string escape code");
    }
    for (int i = 0; i < 4; i++) {
      place++;
      if (Character.digit(at(), 16) < 0) {
        return wrong("in \\u hexadecimal character escape");
      }
    }
    return true;
  }

  private boolean literal(String word) {
    for (int i = 1; i < word.length(); i++) {
      place++;
      if (at() != word.charAt(i)) {
        return wrong("in literal %s (expecting '%s')".formatted(word, word.charAt(i)));
      }
    }
    place++;
    return true;
  }

  private boolean number() {
    if (at() == '-') {
      place++;
    }
    if (at() == '0') {
      place++;
    } else if (!digits("in numeric literal")) {
      return false;
    }
    if (at() == '.') {
      place++;
      if (!digits("after decimal point in numeric literal")) {
        return false;
      }
    }
    if (at() == 'e' || at() == 'E') {
      place++;
      if (at() == '+' || at() == '-') {
        place++;
      }
      return digits("in exponent of numeric literal");
    }
    return true;
  }

  /** At least one. */
  private boolean digits(String where) {
    if (!isDigit(at())) {
      return wrong(where);
    }
    while (isDigit(at())) {
      place++;
    }
    return true;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** The next byte that is not space between values; -1 at the end. */
  private int peek() {
    while (at() == ' ' || at() == '\t' || at() == '\r' || at() == '\n') {
      place++;
    }
    return at();
  }

  private int at() {
    return place < text.length ? text[place] & 0xff : -1;
  }

  private boolean wrong(String where) {
    found = at() < 0 ? END : "invalid character %s %s".formatted(quoted(at()), where);
    return false;
  }

  /** As a character of Go, of which each byte is taken for one. */
  private static String quoted(int c) {
    String inside =
        switch (c) {
          case '\'' -> "\\'";
          case '\\' -> "\\\\";
          case 0x07 -> "\\a";
          case '\b' -> "\\b";
          case '\f' -> "\\f";
          case '\n' -> "\\n";
          case '\r' -> "\\r";
          case '\t' -> "\\t";
          case 0x0b -> "\\v";
          default -> {
            if (c < ' ' || c == 0x7f) {
              yield "\\x%02x".formatted(c);
            }
            boolean unseen = (c > 0x7f && c <= 0xa0) || c == 0xad;
            yield unseen ? "\\u%04x".formatted(c) : String.valueOf((char) c);
          }
        };
    return "'" + inside + "'";
  }
}
