package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonTrees;
import io.listwatch.objects.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses and writes the JSON of a list item's keys, such as {@code {"containerPort":80}}, without
 * the general parser and writer if the JSON is plain: short, without spaces and escapes, in the
 * server's spelling. Managed fields contain dozens of them.
 *
 * <p>Not thread-safe.
 */
final class PlainKeys {
  /** The number of digits that always fit into a long. */
  private static final int MAX_DIGITS = 18;

  private final String text;
  private int at;

  private PlainKeys(String text, int at) {
    this.text = text;
    this.at = at;
  }

  /**
   * Parses keys from this position to the end of the string; returns null if they are not plain.
   */
  static @Nullable List<PathElement.Key> keys(String text, int from) {
    return new PlainKeys(text, from).object();
  }

  /**
   * Parses a value from this position to the end of the string; returns null if it is not plain.
   */
  static @Nullable JsonValue value(String text, int from) {
    var reader = new PlainKeys(text, from);
    JsonValue value = reader.scalar();
    return reader.at == text.length() ? value : null;
  }

  private @Nullable List<PathElement.Key> object() {
    if (!skip('{')) {
      return null;
    }
    List<PathElement.Key> keys = new ArrayList<>(2);
    do {
      String name = string();
      JsonValue value = name != null && skip(':') ? scalar() : null;
      if (name == null || value == null || !follows(name, keys)) {
        return null;
      }
      keys.add(new PathElement.Key(name, value));
    } while (skip(','));
    return skip('}') && at == text.length() ? keys : null;
  }

  private static boolean follows(String name, List<PathElement.Key> keys) {
    return keys.isEmpty() || keys.get(keys.size() - 1).name().compareTo(name) < 0;
  }

  private @Nullable JsonValue scalar() {
    if (text.startsWith("\"", at)) {
      String string = string();
      return string == null ? null : JsonValue.of(string);
    }
    if (skip("true")) {
      return JsonValue.of(true);
    }
    return skip("false") ? JsonValue.of(false) : whole();
  }

  private @Nullable String string() {
    int start = at + 1;
    if (!skip('"')) {
      return null;
    }
    while (at < text.length() && isPlain(text.charAt(at))) {
      at++;
    }
    int end = at;
    return skip('"') ? text.substring(start, end) : null;
  }

  private @Nullable JsonValue whole() {
    int start = at;
    boolean negative = skip('-');
    int digits = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    int length = at - digits;
    boolean padded = length > 0 && text.charAt(digits) == '0' && (length > 1 || negative);
    return length == 0 || length > MAX_DIGITS || padded
        ? null
        : JsonValue.of(Long.parseLong(text, start, at, 10));
  }

  private boolean skip(char expected) {
    boolean found = at < text.length() && text.charAt(at) == expected;
    at += found ? 1 : 0;
    return found;
  }

  private boolean skip(String expected) {
    boolean found = text.startsWith(expected, at);
    at += found ? expected.length() : 0;
    return found;
  }

  /** True if the server writes the character without an escape. */
  private static boolean isPlain(char c) {
    return c >= ' ' && c < 127 && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
  }

  private static boolean isPlain(String string) {
    for (int i = 0; i < string.length(); i++) {
      if (!isPlain(string.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  static void append(List<PathElement.Key> keys, StringBuilder json) {
    json.append('{');
    for (int i = 0; i < keys.size(); i++) {
      json.append(i == 0 ? "" : ",");
      append(keys.get(i).name(), json);
      json.append(':');
      append(keys.get(i).value(), json);
    }
    json.append('}');
  }

  static void append(JsonValue value, StringBuilder json) {
    if (value.isText()) {
      append(value.textValue(), json);
    } else if (value.isLong()) {
      json.append(value.longValue());
    } else {
      json.append(JsonTrees.write(value));
    }
  }

  private static void append(String string, StringBuilder json) {
    if (isPlain(string)) {
      json.append('"').append(string).append('"');
    } else {
      json.append(JsonTrees.write(JsonValue.of(string)));
    }
  }
}
