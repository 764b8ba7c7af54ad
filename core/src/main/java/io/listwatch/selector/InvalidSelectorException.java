package io.listwatch.selector;

/**
 * Thrown for an invalid selector. The message is kube-apiserver's, word for word, so that a server
 * can send it in its response.
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
