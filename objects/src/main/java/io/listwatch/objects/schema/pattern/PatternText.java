package io.listwatch.objects.schema.pattern;

/**
 * The source of a regular expression with a reading position, and its rewritten form for RE2/J, in
 * which some parts are replaced.
 */
final class PatternText {
  static final int END = -1;

  private final String text;
  private final StringBuilder rewritten = new StringBuilder();
  private int at;

  /** The end of the source that has been copied to the rewritten form. */
  private int copied;

  PatternText(String text) {
    this.text = text;
  }

  boolean atEnd() {
    return at == text.length();
  }

  int position() {
    return at;
  }

  void moveTo(int position) {
    at = position;
  }

  boolean startsWith(String prefix) {
    return text.startsWith(prefix, at);
  }

  /** Skips a prefix if it is next. */
  boolean skip(String prefix) {
    boolean found = startsWith(prefix);
    at += found ? prefix.length() : 0;
    return found;
  }

  int length() {
    return text.length() - at;
  }

  /** Returns a char without moving; {@link #END} after the end. */
  int peek(int offset) {
    return at + offset < text.length() ? text.charAt(at + offset) : END;
  }

  /** Reads a code point; {@link #END} at the end. */
  int next() {
    if (atEnd()) {
      return END;
    }
    int codePoint = text.codePointAt(at);
    at += Character.charCount(codePoint);
    return codePoint;
  }

  /** Returns the index of a string at or after the position, or -1. */
  int indexOf(String part) {
    return text.indexOf(part, at);
  }

  /** Returns the text between an earlier position and this one. */
  String since(int position) {
    return text.substring(position, at);
  }

  String from(int position) {
    return text.substring(position);
  }

  /** Replaces the text since an earlier position. */
  void replaceSince(int position, String replacement) {
    rewritten.append(text, copied, position).append(replacement);
    copied = at;
  }

  /** Returns the rewritten form up to the position. */
  String rewritten() {
    return rewritten + text.substring(copied, at);
  }

  String whole() {
    return text;
  }
}
