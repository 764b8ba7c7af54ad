package io.listwatch.objects.schema.cel;

import io.listwatch.objects.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Parses the {@code fieldPath} of a rule, such as {@code .spec['my.key'].port}: declared fields and
 * map keys, no list elements.
 */
final class RuleFieldPath {
  private final String path;
  private final StringBuilder found = new StringBuilder();
  private JsonValue schema;
  private int position;

  private RuleFieldPath(String path, JsonValue schema) {
    this.path = path;
    this.schema = schema;
  }

  /** Returns the path as error messages spell it; null if the schema has no such field. */
  static @Nullable String normalize(String path, JsonValue schema) {
    return new RuleFieldPath(path, schema).read();
  }

  private @Nullable String read() {
    while (position < path.length()) {
      char c = path.charAt(position++);
      String name = c == '.' ? plainName() : c == '[' ? quotedName() : null;
      if (name == null || !step(name)) {
        return null;
      }
    }
    return found.toString();
  }

  private @Nullable String plainName() {
    int start = position;
    while (position < path.length() && ".[]".indexOf(path.charAt(position)) < 0) {
      position++;
    }
    return position == start ? null : path.substring(start, position);
  }

  private @Nullable String quotedName() {
    if (position >= path.length() || path.charAt(position) != '\'') {
      return null;
    }
    var name = new StringBuilder();
    for (position++; position < path.length(); position++) {
      char c = path.charAt(position);
      if (c == '\'') {
        position++;
        return position < path.length() && path.charAt(position++) == ']' ? name.toString() : null;
      }
      if (c == '\\') {
        position++;
        int escape = position < path.length() ? "abfnrtv'\\".indexOf(path.charAt(position)) : -1;
        if (escape < 0) {
          return null;
        }
        c = "\u0007\b\f\n\r\t\u000b'\\".charAt(escape);
      }
      name.append(c);
    }
    return null;
  }

  private boolean step(String name) {
    JsonValue properties = schema.path("properties");
    if (properties.isObject()) {
      schema = properties.path(name);
      found.append(found.isEmpty() ? "" : ".").append(name);
      return schema.isObject();
    }
    schema = schema.path("additionalProperties");
    found.append('[').append(name).append(']');
    return schema.isObject();
  }
}
