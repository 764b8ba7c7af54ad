package io.listwatch.following.golang;

import java.io.Serial;

/** Thrown if a Go file contains syntax that this package does not support. */
public final class GoSyntaxException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  GoSyntaxException(String file, int line, String problem) {
    super("%s:%d: %s".formatted(file, line, problem));
  }
}
