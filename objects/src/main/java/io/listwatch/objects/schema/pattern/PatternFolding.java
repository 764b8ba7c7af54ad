package io.listwatch.objects.schema.pattern;

/**
 * Rewrites case-insensitive patterns to avoid a defect of RE2/J 1.8: folding the case of U+1C80 to
 * U+1C88, old forms of Cyrillic letters, never ends.
 */
final class PatternFolding {
  private static final int FIRST = 0x1c80;
  private static final int LAST = 0x1c88;

  private PatternFolding() {}

  /** True if RE2/J would never end on a case-insensitive range. */
  static boolean isEndless(int low, int high) {
    return low <= LAST && high >= FIRST && !PatternClasses.isFoldedWhole(low, high);
  }

  /** Returns a group for one of these letters: the letter itself, or its usual form in any case. */
  static String literal(int letter) {
    return "(?:" + code(Character.toUpperCase(letter)) + "|(?-i:" + code(letter) + "))";
  }

  /** Returns the part of a class for a range without these letters, but with their usual forms. */
  static String range(int low, int high) {
    var parts = new StringBuilder();
    if (low < FIRST) {
      parts.append(code(low)).append('-').append(code(FIRST - 1));
    }
    for (int letter = Math.max(low, FIRST); letter <= Math.min(high, LAST); letter++) {
      parts.append(code(Character.toUpperCase(letter)));
    }
    if (high > LAST) {
      parts.append(code(LAST + 1)).append('-').append(code(high));
    }
    return parts.toString();
  }

  private static String code(int codePoint) {
    return "\\x{" + Integer.toHexString(codePoint) + "}";
  }
}
