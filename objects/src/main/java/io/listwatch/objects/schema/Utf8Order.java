package io.listwatch.objects.schema;

import java.util.Comparator;

/** Orders strings by their UTF-8 bytes, as Go does. Java's own order differs past U+D7FF. */
enum Utf8Order implements Comparator<String> {
  INSTANCE;

  @Override
  public int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char l = left.charAt(i);
      char r = right.charAt(i);
      if (l != r) {
        boolean surrogate = Character.isSurrogate(l);
        return surrogate == Character.isSurrogate(r) ? l - r : surrogate ? 1 : -1;
      }
    }
    return left.length() - right.length();
  }
}
