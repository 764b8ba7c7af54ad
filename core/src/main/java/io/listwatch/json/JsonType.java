package io.listwatch.json;

/** The types of JSON values, named as error messages name them. */
public enum JsonType {
  OBJECT("an object"),
  ARRAY("an array"),
  STRING("a string"),
  NUMBER("a number"),
  BOOLEAN("a boolean"),
  NULL("null");

  private final String phrase;

  JsonType(String phrase) {
    this.phrase = phrase;
  }

  @Override
  public String toString() {
    return phrase;
  }
}
