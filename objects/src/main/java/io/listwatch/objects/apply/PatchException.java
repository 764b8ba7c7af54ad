package io.listwatch.objects.apply;

/** A patch was refused. The {@link #kind} says whose fault it is, the message what is wrong. */
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

  static PatchException untyped(String message) {
    return new PatchException(Kind.UNTYPED, message);
  }

  public Kind kind() {
    return kind;
  }

  /** What a caller would tell apart. */
  public enum Kind {
    /** The text is not a patch of its type, whatever the object: 400. */
    MALFORMED,

    /** It is a patch, and it does not fit the object: 422. */
    DOES_NOT_APPLY,

    /** It says what the object's type does not have: 500, as the reference has it. */
    UNTYPED,

    /** It has more steps than we take: 413. */
    TOO_MANY_OPERATIONS
  }
}
