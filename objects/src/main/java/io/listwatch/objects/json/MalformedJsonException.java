package io.listwatch.objects.json;

/** Thrown if a document is not JSON, or exceeds a limit for depth, values or numbers. */
public final class MalformedJsonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MalformedJsonException(String message) {
    super(message);
  }

  MalformedJsonException(String message, Throwable cause) {
    super(message, cause);
  }
}
