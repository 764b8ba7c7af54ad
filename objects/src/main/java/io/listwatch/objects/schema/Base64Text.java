package io.listwatch.objects.schema;

import org.jspecify.annotations.Nullable;

/** Finds errors in Base64 strings. */
final class Base64Text {
  private static final int GROUP = 4;

  private Base64Text() {}

  /** Returns Go's error message, which names the offset; null if the string is valid. */
  static @Nullable String problem(String text) {
    int place = 0;
    while (place < text.length()) {
      int end = groupEnd(text, place);
      if (end < 0) {
        return "illegal base64 data at input byte " + ~end;
      }
      place = end;
    }
    return null;
  }

  /** Returns the end of a group of four characters, or the complement of the offset of an error. */
  private static int groupEnd(String text, int start) {
    int place = start;
    int read = 0;
    while (read < GROUP) {
      if (place == text.length()) {
        return read == 0 ? place : ~(place - read);
      }
      char c = text.charAt(place++);
      if (c == '=') {
        return padded(text, place, read);
      }
      if (isDigit(c)) {
        read++;
      } else if (c != '\n' && c != '\r') {
        return ~(place - 1);
      }
    }
    return place;
  }

  /** After the first {@code =}, only a second one may follow, if the group needs it. */
  private static int padded(String text, int afterSign, int read) {
    if (read < 2) {
      return ~(afterSign - 1);
    }
    int place = skipBreaks(text, afterSign);
    if (read == 2) {
      if (place == text.length()) {
        return ~place;
      }
      if (text.charAt(place) != '=') {
        return ~(place - 1);
      }
      place = skipBreaks(text, place + 1);
    }
    return place < text.length() ? ~place : place;
  }

  private static int skipBreaks(String text, int from) {
    int place = from;
    while (place < text.length() && (text.charAt(place) == '\n' || text.charAt(place) == '\r')) {
      place++;
    }
    return place;
  }

  private static boolean isDigit(char c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || c == '+'
        || c == '/';
  }
}
