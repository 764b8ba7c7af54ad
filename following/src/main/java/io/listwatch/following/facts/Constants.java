package io.listwatch.following.facts;

import io.listwatch.following.golang.GoConstant;
import io.listwatch.following.golang.GoFile;
import org.jspecify.annotations.Nullable;

/** Finds the values of constants in the packages of a checkout. */
final class Constants {
  private final Checkout checkout;

  Constants(Checkout checkout) {
    this.checkout = checkout;
  }

  /**
   * Returns the value as JSON, or null if the package has no such constant or its value is
   * computed.
   */
  @Nullable String value(String path, String name) {
    for (GoFile file : checkout.packageFiles(path)) {
      for (GoConstant constant : file.constants()) {
        if (constant.name().equals(name)) {
          return value(path, file, constant);
        }
      }
    }
    return null;
  }

  /** Returns the value of a constant of a file. Follows references to other constants. */
  @Nullable String value(String path, GoFile file, GoConstant constant) {
    String value = constant.value();
    int dot = value.lastIndexOf('.');
    if (value.startsWith("\"") || dot < 0) {
      return json(value);
    }
    String owner = value.substring(0, dot);
    String name = value.substring(dot + 1);
    if (owner.equals(GoFile.shortName(path))) {
      return value(path, name);
    }
    for (String imported : file.imports().values()) {
      if (GoFile.shortName(imported).equals(owner)) {
        return value(imported, name);
      }
    }
    return null;
  }

  /** Converts a Go literal to JSON: Go's octal 0644 is 420 in JSON. */
  static String json(String literal) {
    return literal.matches("[0-9]+") ? String.valueOf(Long.decode(literal)) : literal;
  }
}
