package io.listwatch.objects.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * CEL functions whose result can be longer than their arguments: {@code join}, {@code replace},
 * {@code split} and {@code format}. They check the size of the result before they build it.
 */
final class TextFunctions {
  private TextFunctions() {}

  static void addTo(FunctionLibrary library) {
    CelType text = SimpleType.STRING;
    CelType number = SimpleType.INT;
    ListType texts = RuleFunctions.TEXTS;
    library
        .member("join", "list_join", text, List.of(texts), a -> join((List<?>) a[0], ""))
        .member(
            "join",
            "list_join_string",
            text,
            List.of(texts, text),
            a -> join((List<?>) a[0], (String) a[1]))
        .member(
            "replace",
            "string_replace_string_string",
            text,
            List.of(text, text, text),
            a -> replace((String) a[0], (String) a[1], (String) a[2], -1))
        .member(
            "replace",
            "string_replace_string_string_int",
            text,
            List.of(text, text, text, number),
            a -> replace((String) a[0], (String) a[1], (String) a[2], (Long) a[3]))
        .member(
            "split",
            "string_split_string",
            texts,
            List.of(text, text),
            a -> split((String) a[0], (String) a[1], -1))
        .member(
            "split",
            "string_split_string_int",
            texts,
            List.of(text, text, number),
            a -> split((String) a[0], (String) a[1], (Long) a[2]))
        .member(
            "indexOf",
            "string_index_of_string",
            number,
            List.of(text, text),
            a -> indexOf((String) a[0], (String) a[1], 0))
        .member(
            "indexOf",
            "string_index_of_string_int",
            number,
            List.of(text, text, number),
            a -> indexOf((String) a[0], (String) a[1], (Long) a[2]))
        .member(
            "format",
            "string_format",
            text,
            List.of(text, ListType.create(SimpleType.DYN)),
            a -> FormatFunction.format((String) a[0], (List<?>) a[1]));
  }

  private static String join(List<?> texts, String separator) {
    double length = (double) texts.size() * separator.length();
    for (Object text : texts) {
      length += ((String) text).length();
    }
    requireLength(length);
    var joined = new StringJoiner(separator);
    for (Object text : texts) {
      joined.add((String) text);
    }
    return joined.toString();
  }

  private static String replace(String text, String old, String next, long limit) {
    long most = old.isEmpty() ? text.length() + 1L : text.length() / old.length();
    long times = limit < 0 ? most : Math.min(limit, most);
    requireLength(text.length() + (double) times * next.length());
    return old.isEmpty() ? insert(text, next, times) : replaceEach(text, old, next, times);
  }

  /** Replaces the empty string, which occurs before each character and at the end. */
  private static String insert(String text, String next, long times) {
    var inserted = new StringBuilder();
    int from = 0;
    for (long i = 0; i < times && from <= text.length(); i++) {
      int end = Math.min(from + step(text, from), text.length());
      inserted.append(next).append(text, from, end);
      from = end == from ? end + 1 : end;
    }
    return inserted.append(text, Math.min(from, text.length()), text.length()).toString();
  }

  private static String replaceEach(String text, String old, String next, long times) {
    var replaced = new StringBuilder();
    int from = 0;
    int at = text.indexOf(old);
    for (long i = 0; i < times && at >= 0; i++) {
      replaced.append(text, from, at).append(next);
      from = at + old.length();
      at = text.indexOf(old, from);
    }
    return replaced.append(text, from, text.length()).toString();
  }

  /** Returns the length of the next code point in chars. */
  private static int step(String text, int at) {
    return at < text.length() ? Character.charCount(text.codePointAt(at)) : 1;
  }

  private static List<String> split(String text, String separator, long limit) {
    if (limit == 0) {
      return List.of();
    }
    var parts = new ArrayList<String>();
    int from = 0;
    while (limit < 0 || parts.size() < limit - 1) {
      int at = separator.isEmpty() ? from + step(text, from) : text.indexOf(separator, from);
      if (at < 0 || (separator.isEmpty() && at >= text.length())) {
        break;
      }
      parts.add(text.substring(from, at));
      RuleCost.require(parts.size());
      from = at + separator.length();
    }
    if (!separator.isEmpty() || from < text.length()) {
      parts.add(text.substring(from));
    }
    return parts;
  }

  /** Returns -1 beyond the end, even in an empty string. */
  private static long indexOf(String text, String part, long from) {
    if (part.isEmpty()) {
      return from;
    }
    if (from < 0) {
      throw new RuleFailure("index out of range: " + from);
    }
    if (from >= text.codePointCount(0, text.length())) {
      return -1;
    }
    int at = text.indexOf(part, text.offsetByCodePoints(0, (int) from));
    return at < 0 ? -1 : text.codePointCount(0, at);
  }

  private static void requireLength(double characters) {
    RuleCost.require(characters / RuleCost.CHARACTERS_PER_STEP);
  }
}
