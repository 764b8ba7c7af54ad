package io.listwatch.objects.schema.pattern;

/** Parses the escape sequences for single characters, as Go does. */
final class PatternEscapes {
  private static final int INVALID = -1;

  private final PatternText text;

  PatternEscapes(PatternText text) {
    this.text = text;
  }

  /** Reads an escape sequence, whose backslash is next, and returns the code point. */
  int read() {
    int start = text.position();
    text.next();
    if (text.atEnd()) {
      throw new InvalidPatternException("trailing backslash at end of expression", "");
    }
    int codePoint = text.next();
    int value =
        switch (codePoint) {
          case '1', '2', '3', '4', '5', '6', '7' ->
              isOctal(text.peek(0)) ? octal(codePoint) : INVALID;
          case '0' -> octal(codePoint);
          case 'x' -> hexadecimal();
          case 'a' -> 7;
          case 'f' -> '\f';
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          case 'v' -> 11;
          default -> codePoint < 0x80 && !isAlphanumeric(codePoint) ? codePoint : INVALID;
        };
    if (value == INVALID) {
      throw new InvalidPatternException("invalid escape sequence", text.since(start));
    }
    return value;
  }

  private int octal(int first) {
    int value = first - '0';
    for (int i = 1; i < 3 && isOctal(text.peek(0)); i++) {
      value = value * 8 + text.next() - '0';
    }
    return value;
  }

  private static boolean isOctal(int c) {
    return c >= '0' && c <= '7';
  }

  private int hexadecimal() {
    int first = text.next();
    if (first == '{') {
      return bracedHexadecimal();
    }
    if (first == PatternText.END) {
      return INVALID;
    }
    int high = digit(first);
    int low = digit(text.next());
    return high < 0 || low < 0 ? INVALID : high * 16 + low;
  }

  private int bracedHexadecimal() {
    int value = 0;
    for (int digits = 0; ; digits++) {
      int c = text.next();
      if (c == '}') {
        return digits == 0 ? INVALID : value;
      }
      int digit = digit(c);
      value = value * 16 + digit;
      if (digit < 0 || value > Character.MAX_CODE_POINT) {
        return INVALID;
      }
    }
  }

  /** ASCII digits only, unlike {@link Character#digit(int, int)}. */
  private static int digit(int c) {
    return c < 0x80 ? Character.digit(c, 16) : INVALID;
  }

  static boolean isAlphanumeric(int c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }
}
