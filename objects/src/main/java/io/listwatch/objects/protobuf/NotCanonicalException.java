package io.listwatch.objects.protobuf;

/** Signals JSON that is not canonical, and has to be normalized before it can be transcoded. */
final class NotCanonicalException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The only instance. It has no stack trace, because it is caught as a signal. */
  @SuppressWarnings("StaticAssignmentOfThrowable")
  static final NotCanonicalException ODD = new NotCanonicalException();

  private NotCanonicalException() {
    super("JSON that is not canonical", null, false, false);
  }
}
