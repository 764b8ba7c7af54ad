package io.listwatch.server.http.request;

import java.util.Optional;

/** What a name must not be, so that it can stand in a path. */
final class PathSegment {
  private PathSegment() {}

  /** What is wrong with a name; empty if nothing. */
  static Optional<String> problem(String name) {
    if (name.equals(".") || name.equals("..")) {
      return Optional.of("may not be '%s'".formatted(name));
    }
    for (char c : new char[] {'/', '%'}) {
      if (name.indexOf(c) >= 0) {
        return Optional.of("may not contain '%s'".formatted(c));
      }
    }
    return Optional.empty();
  }
}
