package io.listwatch.objects.apply;

/**
 * Thrown if a patch is rejected. The {@link #kind} determines the HTTP status, the message
 * describes the problem.
 */
public final class PatchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;

  PatchException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  static PatchException malformed(String message) {
    return new PatchException(Kind.MALFORMED, message);
  }

  static PatchException doesNotApply(String message) {
    return new PatchException(Kind.DOES_NOT_APPLY, message);
  }

  static PatchException testFailed(String message) {
    return new PatchException(Kind.TEST_FAILED, message);
  }

  static PatchException untyped(String message) {
    return new PatchException(Kind.UNTYPED, message);
  }

  public Kind kind() {
    return kind;
  }

  /** The kinds of failure that callers distinguish. */
  public enum Kind {
    /** The body is not a patch of its type, independently of the object: 400. */
    MALFORMED,

    /** The patch is well-formed, but does not fit the object: 422. */
    DOES_NOT_APPLY,

    /** A {@code test} of a JSON patch failed: 422. */
    TEST_FAILED,

    /**
     * The patch contains fields that the object's type does not have: 500, as in kube-apiserver.
     */
    UNTYPED,

    /** The patch has more operations than allowed: 413. */
    TOO_MANY_OPERATIONS
  }
}
