package io.listwatch.server.http.request;

import io.listwatch.selector.Quotation;
import io.listwatch.server.registry.ApiErrors;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Validates names that are used as a path segment. */
public final class PathSegment {
  private PathSegment() {}

  /** Rejects a name that cannot be a path segment. */
  public static void check(@Nullable String name) {
    if (name != null) {
      problem(name)
          .ifPresent(
              problem -> {
                throw ApiErrors.badRequest(
                    "Name parameter invalid: %s: %s".formatted(Quotation.of(name), problem));
              });
    }
  }

  /** Returns the problem with a name; empty if it is valid. */
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
