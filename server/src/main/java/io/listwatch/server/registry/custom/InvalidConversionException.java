package io.listwatch.server.registry.custom;

/** What a webhook made of an object cannot be had; says why, after the name of what was given. */
final class InvalidConversionException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidConversionException(String message) {
    super(message);
  }
}
