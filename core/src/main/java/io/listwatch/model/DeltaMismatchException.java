package io.listwatch.model;

/**
 * A delta of a watch that cannot be applied. The stream must end; a watch without deltas, after the
 * last version that was read, sends the same change as a whole object.
 */
public final class DeltaMismatchException extends ApiException {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  DeltaMismatchException(Reason reason, String message) {
    super(Status.of(500, "", message));
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  /** The reasons, which are also the values of a metric's label. */
  public enum Reason {
    /** The client does not have the object. */
    NO_BASE("no_base"),
    /** The client has another version of the object. */
    VERSION("version"),
    /** The client has the version, but with other bytes; or the delta was damaged. */
    CHECKSUM("checksum"),
    /** The delta does not follow the format: a fault of the server. */
    MALFORMED("malformed");

    private final String label;

    Reason(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }
}
