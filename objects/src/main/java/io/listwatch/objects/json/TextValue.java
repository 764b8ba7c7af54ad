package io.listwatch.objects.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.listwatch.json.JsonType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A string: its characters, or its UTF-8 bytes until the characters are needed. */
final class TextValue extends JsonValue {
  private static final byte[] NONE = {};

  /** UTF-8 without escapes and without the quotes; unused if the string was not parsed. */
  private final byte[] source;

  private final int from;
  private final int to;

  /** Set on first use if the string was parsed. Racing threads write equal values. */
  private @Nullable String text;

  TextValue(String text) {
    this(NONE, 0, -1, text);
  }

  TextValue(byte[] source, int from, int to) {
    this(source, from, to, null);
  }

  private TextValue(byte[] source, int from, int to, @Nullable String text) {
    this.source = source;
    this.from = from;
    this.to = to;
    this.text = text;
  }

  private boolean isSpan() {
    return to >= from;
  }

  @Override
  public JsonType type() {
    return JsonType.STRING;
  }

  @Override
  public String textValue() {
    String known = text;
    if (known == null) {
      known = new String(source, from, to - from, UTF_8);
      text = known;
    }
    return known;
  }

  @Override
  public String asText() {
    return textValue();
  }

  @Override
  public boolean asBoolean() {
    return textValue().trim().equals("true");
  }

  @Override
  public long asLong() {
    try {
      return Long.parseLong(textValue().trim());
    } catch (NumberFormatException notWhole) {
      return 0;
    }
  }

  void writeTo(JsonWriter out) {
    if (isSpan()) {
      out.string(source, from, to);
    } else {
      out.string(textValue());
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof TextValue that)) {
      return false;
    }
    return (isSpan() && that.isSpan())
        ? Arrays.equals(source, from, to, that.source, that.from, that.to)
        : textValue().equals(that.textValue());
  }

  @Override
  public int hashCode() {
    return textValue().hashCode();
  }
}
