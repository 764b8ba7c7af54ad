package io.listwatch.objects.json;

/** A text is not JSON, or nests deeper or has longer numbers than we read. */
public final class MalformedJsonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MalformedJsonException(String message) {
    super(message);
  }

  MalformedJsonException(String message, Throwable cause) {
    super(message, cause);
  }
}
