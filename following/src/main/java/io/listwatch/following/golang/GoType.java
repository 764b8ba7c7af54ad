package io.listwatch.following.golang;

/**
 * A Go type expression, such as {@code map[string][]core/v1.Container}. Type names are qualified by
 * the short name of their package, except Go's predeclared types.
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

  /** Returns the key type of a map. */
  public GoType key() {
    return new GoType(text.substring("map[".length(), text.indexOf(']')));
  }

  /** Returns the type that a pointer points to, or the element type of a list or map. */
  public GoType element() {
    return new GoType(isPointer() ? text.substring(1) : text.substring(text.indexOf(']') + 1));
  }

  /** Returns the type name inside all pointers, lists and maps. */
  public GoType innermost() {
    return isName() ? this : element().innermost();
  }

  @Override
  public String toString() {
    return text;
  }
}
