package io.listwatch.objects.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The descriptions of built-in types and their fields, which {@code kubectl explain} shows.
 *
 * <p>Thread-safe. The file is read on first use.
 */
public final class TypeDescriptions {
  private static final String FILE = "descriptions.txt";

  /** The type in the file that describes the fields of every kind. */
  private static final String ANY_KIND = "*";

  /**
   * Endings of type names. For each, a type in the file describes the fields that all types with
   * that ending have.
   */
  private static final String[] ENDINGS = {"Status", "Condition"};

  /** Marks a line with the name of another type that has the same field descriptions. */
  private static final String LIKE = "=";

  /** Descriptions of types by name, and of fields by type and name, separated by a space. */
  private static final Map<String, String> DESCRIPTIONS = read();

  private TypeDescriptions() {}

  public static Optional<String> of(ObjectSchema type) {
    return description(type.name());
  }

  public static Optional<String> of(ObjectSchema type, String field) {
    return ofField(type.name(), field)
        .or(() -> type.field("metadata") == null ? Optional.empty() : ofAnyKind(field))
        .or(() -> byEnding(type.name(), field));
  }

  /** Returns the description of a field that every kind has. */
  public static Optional<String> ofAnyKind(String field) {
    return ofField(ANY_KIND, field);
  }

  private static Optional<String> ofField(String type, String field) {
    return description(type + " " + field)
        .or(() -> description(type + " " + LIKE).flatMap(like -> ofField(like, field)));
  }

  private static Optional<String> byEnding(String type, String field) {
    for (String ending : ENDINGS) {
      if (type.endsWith(ending)) {
        return description("*" + ending + " " + field);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> description(String key) {
    return Optional.ofNullable(DESCRIPTIONS.get(key));
  }

  private static Map<String, String> read() {
    try (InputStream in = TypeDescriptions.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + ": missing (expected: a part of this program)");
      }
      var descriptions = new HashMap<String, String>();
      String type = "";
      for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
        if (line.isEmpty() || line.startsWith("#")) {
          continue;
        }
        String[] words = line.strip().split(" ", 2);
        boolean field = line.startsWith(" ");
        type = field ? type : words[0];
        descriptions.put(field ? type + " " + words[0] : type, words[1]);
      }
      return Map.copyOf(descriptions);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
