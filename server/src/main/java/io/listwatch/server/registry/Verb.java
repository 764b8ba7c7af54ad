package io.listwatch.server.registry;

import java.util.List;
import java.util.Locale;

/** A verb of the API on resources, in the words of discovery and authorization. */
public enum Verb {
  GET,
  LIST,
  WATCH,
  CREATE,
  UPDATE,
  PATCH,
  DELETE,
  DELETECOLLECTION;

  private final String word = name().toLowerCase(Locale.ROOT);

  /**
   * Returns the verb of a word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Verb of(String word) {
    for (Verb verb : values()) {
      if (verb.word.equals(word)) {
        return verb;
      }
    }
    throw new IllegalArgumentException("verb: " + word + " (expected: one of " + words() + ")");
  }

  private static List<String> words() {
    return words(List.of(values()));
  }

  /** Returns the words of some verbs, in their order. */
  public static List<String> words(List<Verb> verbs) {
    return verbs.stream().map(Verb::word).toList();
  }

  public String word() {
    return word;
  }
}
