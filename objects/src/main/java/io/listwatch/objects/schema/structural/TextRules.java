package io.listwatch.objects.schema.structural;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.objects.schema.pattern.GoPattern;
import io.listwatch.objects.schema.pattern.InvalidPatternException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a schema asks of texts; null where it asks nothing. Lengths are counted in code points.
 *
 * <p>Patterns are those of Go and take time in proportion to the text, whatever they say.
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
        TextFormat.named(format));
  }

  private static @Nullable GoPattern pattern(String text) {
    try {
      return text.isEmpty() ? null : GoPattern.compile(text);
    } catch (InvalidPatternException rejectedByTheCheck) {
      return null;
    }
  }

  /** Whether it has more code points than it may have. */
  boolean tooLong(String text) {
    return maxLength != null && longerThan(text, maxLength);
  }

  boolean tooShort(String text) {
    return minLength != null && !longerThan(text, minLength - 1);
  }

  /** Counts only if the length in chars does not settle it. */
  private static boolean longerThan(String text, long length) {
    return text.length() > length && text.codePointCount(0, text.length()) > length;
  }

  boolean unlike(String text) {
    return pattern != null && !pattern.matcher(text).find();
  }
}
