package io.listwatch.objects.schema.cel;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Escapes the names of JSON members as CEL identifiers: {@code my-field} is {@code my__dash__field}
 * in a rule, and {@code namespace} is {@code __namespace__}.
 */
final class FieldNames {
  private static final Set<String> RESERVED =
      Set.of(
          "true",
          "false",
          "null",
          "in",
          "as",
          "break",
          "const",
          "continue",
          "else",
          "for",
          "function",
          "if",
          "import",
          "let",
          "loop",
          "package",
          "namespace",
          "return",
          "var",
          "void",
          "while");

  private FieldNames() {}

  /** True for a reserved word, which may also be used unescaped after a dot. */
  static boolean isReserved(String name) {
    return RESERVED.contains(name);
  }

  /**
   * True if the string consists of letters, digits and underscores, and does not begin with a
   * digit.
   */
  static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && !isDigit(name.charAt(0))
        && name.chars().allMatch(c -> c == '_' || isDigit((char) c) || isLetter((char) c));
  }

  /** Returns the identifier of a member; null if it has none. */
  static @Nullable String escape(String name) {
    if (name.isEmpty() || isDigit(name.charAt(0))) {
      return null;
    }
    if (RESERVED.contains(name)) {
      return "__" + name + "__";
    }
    var escaped = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '_' && i + 1 < name.length() && name.charAt(i + 1) == '_') {
        escaped.append("__underscores__");
        i++;
      } else if (c == '_' || isDigit(c) || isLetter(c)) {
        escaped.append(c);
      } else {
        String word = word(c);
        if (word == null) {
          return null;
        }
        escaped.append(word);
      }
    }
    return escaped.toString();
  }

  private static @Nullable String word(char c) {
    return switch (c) {
      case '.' -> "__dot__";
      case '-' -> "__dash__";
      case '/' -> "__slash__";
      default -> null;
    };
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
