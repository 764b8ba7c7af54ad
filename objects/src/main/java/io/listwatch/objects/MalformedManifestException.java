package io.listwatch.objects;

/** Thrown if a string is neither YAML nor JSON, exceeds a limit, or does not contain an object. */
public final class MalformedManifestException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int line;

  MalformedManifestException(String message, int line) {
    super(message);
    this.line = line;
  }

  /** Returns the line of the error, counted from 1. */
  public int line() {
    return line;
  }
}
