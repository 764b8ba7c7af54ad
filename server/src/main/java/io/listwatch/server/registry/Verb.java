package io.listwatch.server.registry;

import java.util.List;
import java.util.Locale;

/** A verb of the Kubernetes API, as it appears in discovery and authorization. */
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
   * Parses a verb.
   *
   * @throws IllegalArgumentException if there is no such verb
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

  /** Returns the names of the verbs, in the same order. */
  public static List<String> words(List<Verb> verbs) {
    return verbs.stream().map(Verb::word).toList();
  }

  public String word() {
    return word;
  }
}
