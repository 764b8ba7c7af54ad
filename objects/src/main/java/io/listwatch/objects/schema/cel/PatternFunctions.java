package io.listwatch.objects.schema.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;

/**
 * Regular expressions, in the syntax of the reference and in time that is linear in the text:
 * {@code matches}, {@code find}, {@code findAll}.
 */
final class PatternFunctions {
  /** A pattern's length stands for its size, a quarter of a step for each character. */
  private static final double STEPS_PER_CHARACTER = 0.25;

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
    return matcher(text, pattern).find();
  }

  private static String find(String text, String pattern) {
    Matcher matcher = matcher(text, pattern);
    return matcher.find() ? matcher.group() : "";
  }

  private static List<String> findAll(String text, String pattern, long limit) {
    Matcher matcher = matcher(text, pattern);
    var found = new ArrayList<String>();
    while ((limit < 0 || found.size() < limit) && matcher.find()) {
      found.add(matcher.group());
    }
    return found;
  }

  private static Matcher matcher(String text, String pattern) {
    Pattern compiled = compile(pattern);
    // A short pattern may repeat a part a thousand times.
    double size = Math.max(pattern.length(), compiled.programSize()) * STEPS_PER_CHARACTER;
    double length = 1 + (double) text.length() / RuleCost.CHARACTERS_PER_STEP;
    RuleCost.require(length * Math.max(1, size));
    return compiled.matcher(text);
  }

  private static Pattern compile(String pattern) {
    RuleCost.require(pattern.length());
    try {
      return Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw new RuleFailure("error parsing regexp: " + e.getDescription());
    }
  }
}
