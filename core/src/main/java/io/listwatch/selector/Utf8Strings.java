package io.listwatch.selector;

/** Length and order of strings by their UTF-8 bytes, as kube-apiserver counts and sorts. */
final class Utf8Strings {
  private Utf8Strings() {}

  static int length(String text) {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      length += length(text.charAt(i));
    }
    return length;
  }

  /** A code point of two surrogates has four bytes: two for each surrogate. */
  private static int length(char c) {
    return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }

  /**
   * Compares by UTF-8 bytes. The order differs from {@link String#compareTo} only where a surrogate
   * meets another character: it stands for a code point above all those that need no surrogates.
   */
  static int compare(String left, String right) {
    int shared = Math.min(left.length(), right.length());
    for (int i = 0; i < shared; i++) {
      char l = left.charAt(i);
      char r = right.charAt(i);
      if (l != r) {
        int bySurrogate = Boolean.compare(Character.isSurrogate(l), Character.isSurrogate(r));
        return bySurrogate != 0 ? bySurrogate : Character.compare(l, r);
      }
    }
    return Integer.compare(left.length(), right.length());
  }
}
