package io.listwatch.client;

/** The server's handling of unknown and duplicate fields of a written object. */
public enum FieldValidation {
  /** The server's default, which today is {@code Warn}. */
  SERVER(""),
  /** Drops the fields. */
  IGNORE("Ignore"),
  /** Drops the fields and sends a warning. */
  WARN("Warn"),
  /** Rejects the request. */
  STRICT("Strict");

  private final String word;

  FieldValidation(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
