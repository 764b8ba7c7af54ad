package io.listwatch.json;

/** Thrown when bytes are not the expected JSON. The message names the problem and the place. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String place;
  private final String problem;
  private final int offset;

  JsonException(String place, String problem, int offset) {
    super((place.isEmpty() ? "document" : place) + ": " + problem + " (byte " + offset + ")");
    this.place = place;
    this.problem = problem;
    this.offset = offset;
  }

  /**
   * Returns the path of the value in which reading stopped, such as {@code
   * spec.containers[0].image}.
   */
  public String place() {
    return place;
  }

  public String problem() {
    return problem;
  }

  /** Returns the number of bytes of the document that had been read. */
  public int offset() {
    return offset;
  }

  /**
   * Skips the stack trace: malformed input is common and may be hostile, and the trace would not
   * explain it.
   */
  @Override
  @SuppressWarnings(
      "UnsynchronizedOverridesSynchronized") // Needs no synchronization: it only returns itself.
  public Throwable fillInStackTrace() {
    return this;
  }
}
