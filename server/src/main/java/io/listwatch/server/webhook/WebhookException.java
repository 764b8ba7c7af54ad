package io.listwatch.server.webhook;

/**
 * A webhook was not reached, did not answer in time, or answered with something else than asked.
 */
public final class WebhookException extends Exception {
  private static final long serialVersionUID = 1L;

  public WebhookException(String message) {
    super(message);
  }

  WebhookException(String message, Throwable cause) {
    super(message, cause);
  }
}
