package io.listwatch.json;

/** The bytes are not the JSON they should be. Says what is wrong and where. */
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

  /** The path of the value in which reading stopped, such as {@code spec.containers[0].image}. */
  public String place() {
    return place;
  }

  public String problem() {
    return problem;
  }

  /** How many bytes of the document had been read. */
  public int offset() {
    return offset;
  }

  /** Malformed input is an everyday matter and may be hostile; a stack trace says nothing of it. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // Nothing is shared: it returns itself.
  public Throwable fillInStackTrace() {
    return this;
  }
}
