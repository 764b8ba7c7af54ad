package io.listwatch.objects.apply;

import java.util.ArrayList;
import java.util.List;

/** The path of a value in a document (RFC 6901). Tokens are unescaped. */
final class JsonPointer {
  private final String text;
  private final List<String> tokens;

  private JsonPointer(String text, List<String> tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  /** Ignores everything before the first slash, as kube-apiserver does. */
  static JsonPointer of(String text) {
    List<String> tokens = new ArrayList<>();
    int slash = text.indexOf('/');
    if (slash < 0 && !text.isEmpty()) {
      throw PatchException.doesNotApply("doc is missing path: " + text);
    }
    while (slash >= 0) {
      int next = text.indexOf('/', slash + 1);
      tokens.add(unescape(text.substring(slash + 1, next < 0 ? text.length() : next)));
      slash = next;
    }
    return new JsonPointer(text, tokens);
  }

  private static String unescape(String token) {
    return token.indexOf('~') < 0 ? token : token.replace("~1", "/").replace("~0", "~");
  }

  boolean isRoot() {
    return tokens.isEmpty();
  }

  /** Returns the number of tokens before the last one. */
  int parents() {
    return tokens.size() - 1;
  }

  String token(int step) {
    return tokens.get(step);
  }

  String last() {
    return tokens.get(tokens.size() - 1);
  }

  int lastIndex(int size) {
    return index(tokens.size() - 1, size);
  }

  /** Returns a token as index of a list; a negative index counts from the end. */
  int index(int step, int size) {
    int index;
    try {
      index = Integer.parseInt(token(step));
    } catch (NumberFormatException e) {
      throw PatchException.doesNotApply(
          "value was not a proper array index: '%s'".formatted(token(step)));
    }
    int fromStart = index < 0 ? index + size : index;
    if (fromStart < 0 || fromStart >= size) {
      throw PatchException.doesNotApply("Unable to access invalid index: " + index);
    }
    return fromStart;
  }

  @Override
  public String toString() {
    return text;
  }
}
