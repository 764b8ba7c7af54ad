package io.listwatch.server.registry.custom;

/**
 * Thrown for an invalid response of a conversion webhook. The message continues a sentence that
 * begins with the type of the object.
 */
final class InvalidConversionException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidConversionException(String message) {
    super(message);
  }
}
