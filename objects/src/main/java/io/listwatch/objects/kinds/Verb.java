package io.listwatch.objects.kinds;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

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

  private static final Map<String, Verb> BY_WORD =
      Stream.of(values()).collect(toUnmodifiableMap(Verb::word, Function.identity()));

  private final String word = name().toLowerCase(Locale.ROOT);

  /**
   * Parses a verb.
   *
   * @throws IllegalArgumentException if there is no such verb
   */
  public static Verb of(String word) {
    return find(word)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "verb: " + word + " (expected: one of " + words(List.of(values())) + ")"));
  }

  /**
   * Returns the verb with this name; empty for the words that only authorization knows, such as
   * {@code impersonate}.
   */
  public static Optional<Verb> find(String word) {
    return Optional.ofNullable(BY_WORD.get(word));
  }

  /** Returns the names of the verbs, in the same order. */
  public static List<String> words(List<Verb> verbs) {
    return verbs.stream().map(Verb::word).toList();
  }

  /** True if a word is the name of one of these verbs. */
  public static boolean isAny(String word, Set<Verb> verbs) {
    return find(word).filter(verbs::contains).isPresent();
  }

  public boolean is(String name) {
    return word.equals(name);
  }

  public String word() {
    return word;
  }
}
