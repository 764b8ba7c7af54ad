package io.listwatch.objects.quota;

/** Thrown if a write uses more than a quota allows. The message is for the client. */
public final class QuotaExceededException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean forbidden;

  /**
   * @param forbidden false if kube-apiserver returns this as an internal error
   */
  QuotaExceededException(String message, boolean forbidden) {
    super(message);
    this.forbidden = forbidden;
  }

  public boolean forbidden() {
    return forbidden;
  }
}
