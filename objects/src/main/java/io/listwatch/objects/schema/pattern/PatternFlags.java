package io.listwatch.objects.schema.pattern;

/**
 * Flags in a pattern, such as {@code (?i)}, and non-capturing groups, such as {@code (?i:}.
 *
 * @param group true if a group begins
 */
record PatternFlags(boolean ignoreCase, boolean group) {
  /** Reads flags, whose {@code (?} is next. */
  static PatternFlags read(PatternText text, boolean ignoreCase) {
    int start = text.position();
    text.skip("(?");
    boolean fold = ignoreCase;
    boolean negated = false;
    boolean seen = false;
    while (!text.atEnd()) {
      int flag = text.next();
      if (flag == ':' || flag == ')') {
        if (negated && !seen) {
          break;
        }
        return new PatternFlags(fold, flag == ':');
      }
      boolean minus = flag == '-' && !negated;
      if (!minus && "imsU".indexOf(flag) < 0) {
        break;
      }
      negated |= minus;
      seen = !minus;
      fold = flag == 'i' ? !negated : fold;
    }
    throw new InvalidPatternException("invalid or unsupported Perl syntax", text.since(start));
  }
}
