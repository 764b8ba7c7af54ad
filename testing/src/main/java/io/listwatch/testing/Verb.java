package io.listwatch.testing;

/** What a request wants to do. */
public enum Verb {
  GET("get"),
  LIST("list"),
  WATCH("watch"),
  CREATE("create"),
  UPDATE("update"),
  PATCH("patch"),
  DELETE("delete"),
  DELETE_COLLECTION("deletecollection");

  private final String word;

  Verb(String word) {
    this.word = word;
  }

  /** As the API spells it. */
  String word() {
    return word;
  }
}
