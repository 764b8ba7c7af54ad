package io.listwatch.server.schema.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;

/**
 * Functions on texts that make more out of less: {@code join}, {@code replace}, {@code split} and
 * {@code format}. What they would make is measured first.
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
            "format",
            "string_format",
            text,
            List.of(text, ListType.create(SimpleType.DYN)),
            a -> TextFormat.format((String) a[0], (List<?>) a[1]));
  }

  private static String join(List<?> texts, String separator) {
    double length = (double) texts.size() * separator.length();
    for (Object text : texts) {
      length += ((String) text).length();
    }
    requireLength(length);
    var joined = new StringBuilder((int) length);
    for (Object text : texts) {
      joined.append(joined.isEmpty() && text == texts.get(0) ? "" : separator).append(text);
    }
    return joined.toString();
  }

  private static String replace(String text, String old, String next, long limit) {
    if (limit == 0) {
      return text;
    }
    long most = old.isEmpty() ? text.length() + 1L : text.length() / old.length();
    requireLength(
        text.length() + (double) Math.min(limit < 0 ? most : limit, most) * next.length());
    var replaced = new StringBuilder();
    int from = 0;
    long count = 0;
    for (int at = text.indexOf(old); at >= 0 && (limit < 0 || count < limit); count++) {
      replaced.append(text, from, at).append(next);
      from = at + old.length();
      int search = old.isEmpty() ? at + step(text, at) : from;
      if (old.isEmpty() && at < text.length()) {
        replaced.append(text, at, search);
        from = search;
      }
      at =
          search > text.length() || (old.isEmpty() && at == text.length())
              ? -1
              : text.indexOf(old, search);
    }
    return replaced.append(text, from, text.length()).toString();
  }

  /** How far the next character is. */
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

  private static void requireLength(double characters) {
    RuleCost.require(characters / RuleCost.CHARACTERS_PER_STEP);
  }
}
