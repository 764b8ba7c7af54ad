package io.listwatch.selector;

/**
 * A selector that cannot be understood. Its message is the one that Kubernetes clients know from
 * their API server, word for word, so that it can be the answer to the request.
 */
public final class InvalidSelectorException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidSelectorException(String message) {
    super(message);
  }

  InvalidSelectorException(String message, InvalidSelectorException cause) {
    super(message, cause);
  }
}
