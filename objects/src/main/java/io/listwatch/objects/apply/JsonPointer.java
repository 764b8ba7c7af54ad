package io.listwatch.objects.apply;

import io.listwatch.objects.json.JsonValue;
import io.listwatch.selector.Quotation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The path of a value in a document (RFC 6901). Tokens are unescaped. */
final class JsonPointer {
  private final String text;
  private final List<String> tokens;

  private JsonPointer(String text, List<String> tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  /**
   * Parses a path. Ignores everything before the first slash, as kube-apiserver does; without a
   * slash the path leads {@linkplain #isNowhere nowhere}.
   */
  static JsonPointer of(String text) {
    List<String> tokens = new ArrayList<>();
    int slash = text.indexOf('/');
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

  /** True if the path is that of the whole document. */
  boolean isRoot() {
    return text.isEmpty();
  }

  /** True if no value of the document is the parent of this path. */
  boolean isNowhere() {
    return tokens.isEmpty();
  }

  /** Returns the number of tokens before the last one. */
  int parents() {
    return tokens.size() - 1;
  }

  String last() {
    return tokens.isEmpty() ? "" : tokens.get(tokens.size() - 1);
  }

  /** Returns the child of a node that a token names; null if there is none. */
  @Nullable JsonValue step(JsonValue node, int token) {
    String name = tokens.get(token);
    if (!node.isArray()) {
      return node.get(name);
    }
    Integer index = index(name, node.size());
    return index == null ? null : node.get(index);
  }

  /** True if the last token is the index of an item in a list of this size. */
  boolean hasIndex(int size) {
    return index(last(), size) != null;
  }

  /** Returns the index of an item; a negative index counts from the end. */
  int lastIndex(int size) {
    Integer index = index(last(), size);
    if (index == null) {
      throw PatchException.doesNotApply(complaint());
    }
    return index;
  }

  /** Like {@link #lastIndex}, for a new item. */
  int insertIndex(int size) {
    Integer index = index(last(), size);
    if (index != null) {
      return index;
    }
    throw PatchException.doesNotApply(
        isNumber(last())
            ? complaint()
            : "value was not a proper array index: '%s': %s".formatted(last(), complaint()));
  }

  private String complaint() {
    return isNumber(last())
        ? "Unable to access invalid index: %s: invalid index referenced"
            .formatted(Integer.parseInt(last()))
        : "strconv.Atoi: parsing %s: invalid syntax".formatted(Quotation.of(last()));
  }

  private static boolean isNumber(String token) {
    try {
      int unused = Integer.parseInt(token);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static @Nullable Integer index(String token, int size) {
    if (!isNumber(token)) {
      return null;
    }
    int index = Integer.parseInt(token);
    int fromStart = index < 0 ? index + size : index;
    return fromStart < 0 || fromStart >= size ? null : fromStart;
  }

  @Override
  public String toString() {
    return text;
  }
}
