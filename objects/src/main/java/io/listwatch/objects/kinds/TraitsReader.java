package io.listwatch.objects.kinds;

import io.listwatch.objects.schema.NameRule;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads the {@link Traits} of one resource from its lines in {@code resources.txt}.
 *
 * <p>Not thread-safe.
 */
final class TraitsReader {
  private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
  private final Map<String, String> renamedFields = new HashMap<>();
  private NameRule names = NameRule.SUBDOMAIN;
  private String etcdPrefix;
  private String unenforced = "";
  private String unattended = "";
  private String podTemplate = "";

  TraitsReader(String plural) {
    this.etcdPrefix = plural;
  }

  /** Parses a line that begins with the given word, or rejects it. */
  void read(String word, List<String> rest) {
    switch (word) {
      case "traits" -> rest.forEach(each -> traits.add(trait(each)));
      case "names" -> names = NameRule.valueOf(constant(rest.get(0)));
      case "etcd" -> etcdPrefix = rest.get(0);
      case "unenforced" -> unenforced = String.join(" ", rest);
      case "template" -> podTemplate = rest.get(0);
      case "unattended" -> unattended = String.join(" ", rest);
      case "renamed" -> {
        String[] sides = rest.get(0).split("=", 2);
        renamedFields.put(sides[0], sides[1]);
      }
      default ->
          throw new IllegalArgumentException(
              "line: %s %s (expected: verbs, traits, …)".formatted(word, String.join(" ", rest)));
    }
  }

  private static Trait trait(String word) {
    return Arrays.stream(Trait.values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "trait: %s (expected: a word of Trait, such as generation)".formatted(word)));
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  Traits traits() {
    return new Traits(
        names, traits, etcdPrefix, unenforced, unattended, podTemplate, renamedFields);
  }
}
