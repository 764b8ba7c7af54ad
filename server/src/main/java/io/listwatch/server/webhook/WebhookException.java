package io.listwatch.server.webhook;

/** A webhook could not be reached, did not respond in time, or sent an unexpected response. */
public final class WebhookException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The HTTP status; 0 if there was no response. */
  private final int status;

  public WebhookException(String message) {
    this(message, 0);
  }

  public WebhookException(String message, int status) {
    super(message);
    this.status = status;
  }

  public WebhookException(String message, Throwable cause) {
    super(message, cause);
    this.status = 0;
  }

  /** Returns the HTTP status of the response; 0 if there was none. */
  public int status() {
    return status;
  }
}
