package io.listwatch.testing;

/** The verb of a request, as in Kubernetes' authorization. */
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

  /** Returns the verb as Kubernetes spells it, such as {@code deletecollection}. */
  String word() {
    return word;
  }
}
