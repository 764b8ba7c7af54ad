package io.listwatch.server.webhook;

/** A webhook could not be reached, did not respond in time, or sent an unexpected response. */
public final class WebhookException extends Exception {
  private static final long serialVersionUID = 1L;

  public WebhookException(String message) {
    super(message);
  }

  public WebhookException(String message, Throwable cause) {
    super(message, cause);
  }
}
