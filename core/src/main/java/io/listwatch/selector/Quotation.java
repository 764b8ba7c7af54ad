package io.listwatch.selector;

/**
 * Quotes strings as Go's {@code %q} does, for error messages equal to kube-apiserver's: printable
 * characters are kept, every other one is escaped.
 */
public final class Quotation {
  private Quotation() {}

  /** Returns {@code text} in quotes. */
  public static String of(String text) {
    var quoted = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(c -> append(quoted, c));
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, int c) {
    switch (c) {
      case '"', '\\' -> quoted.append('\\').append((char) c);
      case 0x07 -> quoted.append("\\a");
      case '\b' -> quoted.append("\\b");
      case '\f' -> quoted.append("\\f");
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      case 0x0b -> quoted.append("\\v");
      default -> {
        if (printable(c)) {
          quoted.appendCodePoint(c);
        } else {
          appendEscape(quoted, c);
        }
      }
    }
  }

  /** True for letters, marks, numbers, punctuation and symbols, and of all spaces only U+0020. */
  private static boolean printable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> c == ' ';
      default -> true;
    };
  }

  private static void appendEscape(StringBuilder quoted, int c) {
    int digits = c < 0x80 ? 2 : c < 0x10000 ? 4 : 8;
    quoted.append('\\').append(c < 0x80 ? 'x' : c < 0x10000 ? 'u' : 'U');
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      quoted.append(Character.forDigit((c >> shift) & 0xf, 16));
    }
  }
}
