package io.listwatch.client;

/** What a server does about fields of a written object that it does not know. */
public enum FieldValidation {
  /** What the server sees fit; today's warn. */
  SERVER(""),
  /** It drops them. */
  IGNORE("Ignore"),
  /** It drops them and warns. */
  WARN("Warn"),
  /** It refuses the write. */
  STRICT("Strict");

  private final String word;

  FieldValidation(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
