package io.listwatch.following.golang;

/**
 * A type expression of Go, such as {@code map[string][]core/v1.Container}. Names carry the short
 * name of their package, except those of Go itself.
 */
public record GoType(String text) {
  public static final GoType STRUCT = new GoType("struct");

  public boolean isPointer() {
    return text.startsWith("*");
  }

  public boolean isList() {
    return text.startsWith("[]");
  }

  public boolean isMap() {
    return text.startsWith("map[");
  }

  public boolean isName() {
    return !isPointer() && !isList() && !isMap();
  }

  /** The type of a map's keys. */
  public GoType key() {
    return new GoType(text.substring("map[".length(), text.indexOf(']')));
  }

  /** The type behind a pointer, of a list's items or of a map's values. */
  public GoType element() {
    return new GoType(isPointer() ? text.substring(1) : text.substring(text.indexOf(']') + 1));
  }

  /** The name inside all pointers, lists and maps. */
  public GoType innermost() {
    return isName() ? this : element().innermost();
  }

  @Override
  public String toString() {
    return text;
  }
}
