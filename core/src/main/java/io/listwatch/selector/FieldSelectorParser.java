package io.listwatch.selector;

import java.util.ArrayList;
import java.util.List;

/**
 * Parses a field selector.
 *
 * <pre>
 *   selector = [ term ] { "," [ term ] }
 *   term     = path ( "=" | "==" | "!=" ) value
 * </pre>
 *
 * <p>In a value, backslash, comma and equals sign are escaped by a backslash. A path has no
 * escapes: it ends at the first operator and is taken literally.
 */
final class FieldSelectorParser {
  private static final char ESCAPE = '\\';

  private final String text;

  FieldSelectorParser(String text) {
    this.text = text;
  }

  static boolean isEscaped(char c) {
    return c == ESCAPE || c == ',' || c == '=';
  }

  List<FieldTerm> parse() {
    List<String> parts = split();
    // The order decides which of several errors is reported.
    parts.sort(Utf8Strings::compare);
    var terms = new ArrayList<FieldTerm>();
    for (String part : parts) {
      FieldTerm term = term(part);
      if (!isEmptyTerm(term)) {
        terms.add(term);
      }
    }
    return terms;
  }

  /** Splits at unescaped commas and drops empty parts. */
  private List<String> split() {
    var parts = new ArrayList<String>();
    int start = 0;
    for (int end = endOfPart(start); end < text.length(); end = endOfPart(start)) {
      addUnlessEmpty(start, end, parts);
      start = end + 1;
    }
    addUnlessEmpty(start, text.length(), parts);
    return parts;
  }

  private int endOfPart(int start) {
    int end = start;
    while (end < text.length() && text.charAt(end) != ',') {
      end += text.charAt(end) == ESCAPE ? 2 : 1;
    }
    return end;
  }

  private void addUnlessEmpty(int start, int end, List<String> parts) {
    if (start < end) {
      parts.add(text.substring(start, end));
    }
  }

  private FieldTerm term(String part) {
    int equals = part.indexOf('=');
    if (equals < 0) {
      throw new InvalidSelectorException(
          "invalid selector: '" + text + "'; can't understand '" + part + "'");
    }
    if (equals > 0 && part.charAt(equals - 1) == '!') {
      return new FieldTerm(part.substring(0, equals - 1), true, unescape(part, equals + 1));
    }
    int value = part.startsWith("==", equals) ? equals + 2 : equals + 1;
    return new FieldTerm(part.substring(0, equals), false, unescape(part, value));
  }

  private static String unescape(String part, int start) {
    var value = new StringBuilder(part.length() - start);
    for (int i = start; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c == '=') {
        // kube-apiserver prints the character's number.
        throw new InvalidSelectorException(
            "invalid field selector: unescaped character in value: " + (int) c);
      }
      if (c == ESCAPE) {
        i++;
        c = escaped(part, i);
      }
      value.append(c);
    }
    return value.toString();
  }

  private static char escaped(String part, int index) {
    if (index < part.length() && isEscaped(part.charAt(index))) {
      return part.charAt(index);
    }
    int end = index < part.length() ? part.offsetByCodePoints(index, 1) : index;
    throw new InvalidSelectorException(
        "invalid field selector: invalid escape sequence: " + part.substring(index - 1, end));
  }

  /** True for a lone operator, an empty path with an empty value, which kube-apiserver accepts. */
  private static boolean isEmptyTerm(FieldTerm term) {
    return term.path().isEmpty() && term.value().isEmpty();
  }
}
