package io.listwatch.workloads.kubelet;

/** Thrown if there is no such log, with the kubelet's status code and message. */
final class LogException extends Exception {
  private static final long serialVersionUID = 1;

  private final int code;

  LogException(int code, String message) {
    super(message);
    this.code = code;
  }

  int code() {
    return code;
  }

  /** Returns the body of the response. */
  String text() {
    return String.valueOf(getMessage());
  }
}
