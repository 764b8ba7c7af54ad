package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.pattern.GoPattern;
import io.listwatch.objects.schema.pattern.InvalidPatternException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of a schema on strings; null where there is none. Lengths are counted in code
 * points.
 *
 * <p>Patterns are in Go's syntax. Their time is linear in the length of the string.
 */
record TextRules(
    @Nullable Long minLength,
    @Nullable Long maxLength,
    @Nullable GoPattern pattern,
    @Nullable Predicate<String> format) {
  static TextRules of(JsonValue json, String format) {
    return new TextRules(
        ValueRules.number(json.path("minLength")),
        ValueRules.number(json.path("maxLength")),
        pattern(json.path("pattern").asText()),
        StringFormat.named(format));
  }

  private static @Nullable GoPattern pattern(String text) {
    try {
      return text.isEmpty() ? null : GoPattern.compile(text);
    } catch (InvalidPatternException rejectedByTheCheck) {
      return null;
    }
  }

  /** True if the string has more code points than allowed. */
  boolean tooLong(String text) {
    return maxLength != null && longerThan(text, maxLength);
  }

  boolean tooShort(String text) {
    return minLength != null && !longerThan(text, minLength - 1);
  }

  /** Counts code points only if the number of chars does not decide. */
  private static boolean longerThan(String text, long length) {
    return text.length() > length && text.codePointCount(0, text.length()) > length;
  }

  boolean unlike(String text) {
    return pattern != null && !pattern.matcher(text).find();
  }
}
