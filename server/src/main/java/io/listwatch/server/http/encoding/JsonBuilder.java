package io.listwatch.server.http.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Writes small pieces of JSON in kube-apiserver's spelling: {@code <}, {@code >} and {@code &} are
 * escaped, and empty members are omitted.
 */
final class JsonBuilder {
  private final StringBuilder json = new StringBuilder();

  JsonBuilder raw(String text) {
    json.append(text);
    return this;
  }

  JsonBuilder open() {
    return raw("{");
  }

  JsonBuilder close() {
    return raw("}");
  }

  /** Starts a member. Its value must be written next. */
  JsonBuilder name(String name) {
    char last = json.length() == 0 ? '{' : json.charAt(json.length() - 1);
    if (last != '{') {
      json.append(',');
    }
    json.append('"').append(name).append("\":");
    return this;
  }

  JsonBuilder member(String name, String value) {
    name(name);
    return value(value);
  }

  JsonBuilder member(String name, long value) {
    name(name).json.append(value);
    return this;
  }

  JsonBuilder memberUnlessEmpty(String name, String value) {
    return value.isEmpty() ? this : member(name, value);
  }

  JsonBuilder memberUnlessZero(String name, long value) {
    return value == 0 ? this : member(name, value);
  }

  JsonBuilder value(String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      append(text.charAt(i));
    }
    json.append('"');
    return this;
  }

  private void append(char c) {
    switch (c) {
      case '"', '\\' -> json.append('\\').append(c);
      case '\n' -> json.append("\\n");
      case '\r' -> json.append("\\r");
      case '\t' -> json.append("\\t");
      case '<', '>', '&', '\u2028', '\u2029' -> escape(c);
      default -> {
        if (c < ' ') {
          escape(c);
        } else {
          json.append(c);
        }
      }
    }
  }

  private void escape(char c) {
    json.append("\\u%04x".formatted((int) c));
  }

  byte[] bytes() {
    return json.toString().getBytes(UTF_8);
  }

  @Override
  public String toString() {
    return json.toString();
  }
}
