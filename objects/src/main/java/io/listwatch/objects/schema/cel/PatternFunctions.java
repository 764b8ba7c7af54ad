package io.listwatch.objects.schema.cel;

import com.google.re2j.Matcher;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;

/** CEL functions on regular expressions: {@code matches}, {@code find}, {@code findAll}. */
final class PatternFunctions {
  private PatternFunctions() {}

  static void addTo(FunctionLibrary library) {
    CelType text = SimpleType.STRING;
    library
        .member(
            "find",
            "string_find_string",
            text,
            List.of(text, text),
            a -> find((String) a[0], (String) a[1]))
        .member(
            "findAll",
            "string_find_all_string",
            RuleFunctions.TEXTS,
            List.of(text, text),
            a -> findAll((String) a[0], (String) a[1], -1))
        .member(
            "findAll",
            "string_find_all_string_int",
            RuleFunctions.TEXTS,
            List.of(text, text, SimpleType.INT),
            a -> findAll((String) a[0], (String) a[1], (Long) a[2]));
  }

  static boolean matches(String text, String pattern) {
    return PatternCalls.current().matcher(text, pattern).find();
  }

  private static String find(String text, String pattern) {
    Matcher matcher = PatternCalls.current().matcher(text, pattern);
    return matcher.find() ? matcher.group() : "";
  }

  /** Like Go, ignores an empty match directly after another match or within a code point. */
  static List<String> findAll(String text, String pattern, long limit) {
    Matcher matcher = PatternCalls.current().matcherOfAll(text, pattern);
    var found = new ArrayList<String>();
    int end = -1;
    while ((limit < 0 || found.size() < limit) && matcher.find()) {
      int start = matcher.start();
      boolean empty = start == matcher.end();
      if (!empty || (start != end && !splitsCodePoint(text, start))) {
        found.add(matcher.group());
      }
      end = matcher.end();
    }
    return found;
  }

  private static boolean splitsCodePoint(String text, int index) {
    return index > 0
        && index < text.length()
        && Character.isSurrogatePair(text.charAt(index - 1), text.charAt(index));
  }
}
