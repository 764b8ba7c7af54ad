package io.listwatch.server.http.request;

import io.listwatch.selector.Quotation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a name must not be, so that it can stand in a path. */
public final class PathSegment {
  private PathSegment() {}

  /** Refuses a name that cannot stand in a path. */
  public static void check(@Nullable String name) {
    if (name != null) {
      problem(name)
          .ifPresent(
              problem -> {
                throw Refusal.badRequest(
                    "Name parameter invalid: %s: %s".formatted(Quotation.of(name), problem));
              });
    }
  }

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
